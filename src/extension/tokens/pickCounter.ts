import * as vscode from 'vscode';
import { prefix } from '../commands.ts';
import type { Services } from '../services.ts';
import { getSetting } from '../settings.ts';
import { tokenizersFor } from './tokenizers.ts';

/** Lets the user choose the tokenizer, for the active document or another; the choice becomes the first of `tokens.counters`, where that setting is set now. */
export async function pickCounter({ engine }: Services, uri?: vscode.Uri): Promise<void> {
  const scope = uri ?? vscode.window.activeTextEditor?.document;
  const chosen = getSetting('tokens.counters', scope);
  const onDisk = tokenizersFor(scope).map(({ name, path }) => ({ name, summary: path }));
  const items: vscode.QuickPickItem[] = [...(await engine.responses.counters()), ...onDisk].map(
    ({ name, summary }) => ({
      label: name,
      detail: summary,
      ...(name === chosen[0] && { description: vscode.l10n.t('current') }),
    }),
  );
  const add: vscode.QuickPickItem = { label: vscode.l10n.t('Tokenizer on Disk…') };
  const title = vscode.l10n.t('Count Tokens With');
  const picked = await vscode.window.showQuickPick([...items, add], {
    title,
    placeHolder: vscode.l10n.t('Pick a tokenizer'),
  });
  if (picked === add) {
    await vscode.commands.executeCommand('workbench.action.openSettings', `${prefix}.tokens.tokenizers`);
    return;
  }
  if (!picked || picked.label === chosen[0]) return;
  const configuration = vscode.workspace.getConfiguration(prefix, scope);
  const { workspaceFolderValue, workspaceValue } = configuration.inspect('tokens.counters') ?? {};
  const target =
    workspaceFolderValue !== undefined
      ? vscode.ConfigurationTarget.WorkspaceFolder
      : workspaceValue !== undefined
        ? vscode.ConfigurationTarget.Workspace
        : vscode.ConfigurationTarget.Global;
  await configuration.update(
    'tokens.counters',
    [picked.label, ...chosen.filter(name => name !== picked.label)],
    target,
  );
}
