import * as vscode from 'vscode';
import { prefix, registerCommand } from '../commands.ts';
import { clickedUri } from '../definitions/definitionUris.ts';
import { numberText } from '../numberText.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import { counterFor, countText, exactness, tokenizersFor } from './tokenizers.ts';

/** Milliseconds without a change of the selection before it is counted. */
const delay = 150;
/** The longest selection that is counted without a click, in UTF-16 units. */
const maxSelection = 1_000_000;

/** The tokens of the selection in the status bar. */
class SelectionTokens implements vscode.Disposable {
  readonly #services: Services;
  readonly #item = vscode.window.createStatusBarItem(
    `${prefix}.selectionTokens`,
    vscode.StatusBarAlignment.Right,
    100.4,
  );
  readonly #disposable: vscode.Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request = 0;

  constructor(services: Services) {
    this.#services = services;
    this.#item.name = vscode.l10n.t('Tokens of the Selection');
    this.#item.command = `${prefix}.pickCounter`;
    const changed = () => this.#changed();
    this.#disposable = vscode.Disposable.from(
      this.#item,
      vscode.window.onDidChangeTextEditorSelection(event => {
        if (event.textEditor === vscode.window.activeTextEditor) changed();
      }),
      vscode.window.onDidChangeActiveTextEditor(changed),
      onSettingChange(['tokens.counters', 'tokens.tokenizers', 'tokens.statusBar'], changed),
    );
    changed();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposable.dispose();
  }

  #changed(): void {
    clearTimeout(this.#timer);
    this.#request++;
    const editor = vscode.window.activeTextEditor;
    if (!editor || editor.selections.every(selection => selection.isEmpty) || !getSetting('tokens.statusBar')) {
      this.#item.hide();
      return;
    }
    this.#timer = setTimeout(() => void this.#count(editor, this.#request), delay);
  }

  async #count({ document, selections }: vscode.TextEditor, request: number): Promise<void> {
    const length = selections.reduce(
      (sum, { start, end }) => sum + document.offsetAt(end) - document.offsetAt(start),
      0,
    );
    if (length > maxSelection) {
      this.#show(
        vscode.l10n.t('tokens not counted'),
        vscode.l10n.t('Count Tokens in Selection counts more than {0} characters.', numberText(maxSelection)),
      );
      return;
    }
    try {
      const texts = selections.map(selection => document.getText(selection));
      const { counts, exact, basis } = await this.#services.engine.responses.countTokens(texts, counterFor(document));
      if (request !== this.#request) return;
      const sum = countText(
        counts.reduce((total, count) => total + count, 0),
        exact,
      );
      this.#show(
        sum,
        vscode.l10n.t('Tokens of the selection: {0}, {1}. Click to choose the tokenizer.', basis, exactness(exact)),
      );
    } catch (error) {
      this.#services.log.warn(`the selection was not counted: ${String(error)}`);
      if (request === this.#request) this.#item.hide();
    }
  }

  #show(text: string, tooltip: string): void {
    this.#item.text = text;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: `${text}. ${tooltip}` };
    this.#item.show();
  }
}

/** Counting the tokens of a selection: a command and an item of the status bar. */
export function registerTokens(services: Services): vscode.Disposable {
  const { log, engine } = services;
  return vscode.Disposable.from(
    new SelectionTokens(services),
    registerCommand(log, 'pickCounter', (uri?: unknown) => pickCounter(services, clickedUri(uri))),
    registerCommand(log, 'countTokens', async () => {
      const editor = vscode.window.activeTextEditor;
      if (!editor) throw new Error(vscode.l10n.t('Open the text to count.'));
      const { document, selections } = editor;
      const selected = selections.filter(selection => !selection.isEmpty);
      const texts = selected.length > 0 ? selected.map(selection => document.getText(selection)) : [document.getText()];
      const counting = engine.responses.countTokens(texts, counterFor(document));
      const { counts, exact, basis } = await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Counting tokens') },
        () => counting,
      );
      const sum = countText(
        counts.reduce((total, count) => total + count, 0),
        exact,
      );
      const message =
        selected.length > 0
          ? vscode.l10n.t('The selection has {0} ({1}, {2}).', sum, basis, exactness(exact))
          : vscode.l10n.t('The document has {0} ({1}, {2}).', sum, basis, exactness(exact));
      const other = vscode.l10n.t('Choose Tokenizer…');
      void vscode.window.showInformationMessage(message, other).then(choice => {
        if (choice === other) void vscode.commands.executeCommand(`${prefix}.pickCounter`);
      });
    }),
  );
}

/** Lets the user choose the tokenizer, for the active document or another; the choice becomes the first of `tokens.counters`, where that setting is set now. */
async function pickCounter({ engine }: Services, uri?: vscode.Uri): Promise<void> {
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
