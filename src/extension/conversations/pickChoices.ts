import * as vscode from 'vscode';
import type { ChoiceView } from '../../protocol/conversationProtocol.ts';
import type { EngineThreads } from '../engineThreads.ts';
import { tokenizersFor } from '../tokens/tokenizers.ts';

/** Lets the user pick a formatter; `undefined` when they do not. */
export async function pickFormatter(
  engine: EngineThreads,
  current: string | undefined,
  title: string,
): Promise<string | undefined> {
  const { formatters } = await engine.conversations.conversationChoices();
  const picked = await vscode.window.showQuickPick(grouped(formatters, current), {
    title,
    placeHolder: vscode.l10n.t('Pick the formatter'),
  });
  return picked?.value;
}

/** Lets the user pick a token counter, or type a model's name; `undefined` when they do not. */
export async function pickTokenCounter(
  engine: EngineThreads,
  current: string | undefined,
  uri: vscode.Uri,
): Promise<string | undefined> {
  const counters = [...tokenizerChoices(uri), ...(await engine.conversations.conversationChoices()).counters];
  const isListed = counters.some(({ value }) => value === current) || current === undefined;
  const all = isListed ? counters : [{ value: current, label: current }, ...counters];
  const other: CounterItem = { label: vscode.l10n.t('Other Model…'), value: undefined };
  const picked = await vscode.window.showQuickPick<CounterItem>([...grouped(all, current), separator(''), other], {
    title: vscode.l10n.t('Count Tokens With'),
    placeHolder: vscode.l10n.t('Pick the token counter'),
  });
  if (!picked) return undefined;
  return picked.value ?? typeCounter(engine);
}

/** The user's own tokenizers on disk. */
export function tokenizerChoices(uri: vscode.Uri): readonly ChoiceView[] {
  const group = vscode.l10n.t('On Disk');
  return tokenizersFor(uri).map(({ name, counter }) => ({ value: counter, label: name, group }));
}

/** Lets the user type the model that a counter is for. */
export async function typeCounter(engine: EngineThreads): Promise<string | undefined> {
  const { counterTypes } = await engine.conversations.conversationChoices();
  const items = counterTypes.map(({ type, summary }) => ({ label: type, detail: summary }));
  const type =
    items.length === 1
      ? items[0]
      : await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Count Tokens With') });
  if (!type) return undefined;
  const model = await vscode.window.showInputBox({
    title: type.label,
    prompt: vscode.l10n.t('The name of the model'),
    validateInput: text =>
      text.trim() === '' ? vscode.l10n.t('This token counter needs the name of a model.') : undefined,
  });
  return model === undefined ? undefined : `${type.label}:${model.trim()}`;
}

interface CounterItem extends vscode.QuickPickItem {
  readonly value: string | undefined;
}

function grouped(
  choices: readonly ChoiceView[],
  current: string | undefined,
): (vscode.QuickPickItem & { value: string })[] {
  const items: (vscode.QuickPickItem & { value: string })[] = [];
  let group: string | undefined;
  const chosen = choices.filter(({ value }) => value === current);
  for (const choice of [...chosen, ...choices.filter(({ value }) => value !== current)]) {
    const isCurrent = choice.value === current;
    if (!isCurrent && choice.group !== group) {
      group = choice.group;
      items.push(separator(group ?? ''));
    }
    items.push({
      label: choice.label,
      value: choice.value,
      ...(isCurrent && { description: vscode.l10n.t('last used') }),
    });
  }
  return items;
}

function separator(label: string): vscode.QuickPickItem & { value: string } {
  return { label, value: '', kind: vscode.QuickPickItemKind.Separator };
}
