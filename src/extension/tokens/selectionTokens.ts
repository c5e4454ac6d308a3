import * as vscode from 'vscode';
import { prefix } from '../commands.ts';
import { numberText } from '../numberText.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import { counterFor } from './counterSetting.ts';
import { countText, exactness } from './tokenWords.ts';

/** Milliseconds without a change of the selection before it is counted. */
const delay = 150;
/** The longest selection that is counted without being asked, in UTF-16 units. */
const maxSelection = 1_000_000;

/** The tokens of the selection in the status bar. */
export class SelectionTokens implements vscode.Disposable {
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
