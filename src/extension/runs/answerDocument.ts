import * as vscode from 'vscode';
import type { Span } from '../../engine/index.ts';
import { openText } from '../definitions/openText.ts';
import { responseColumn } from '../responseColumn.ts';
import type { TextChange } from '../responses/trackSpan.ts';
import { showOnce } from '../showOnce.ts';
import { growingSpan } from './growingSpan.ts';

/** How often an edit is tried that VS Code refuses, as it does while the user types. */
const tries = 10;
/** An answer is undone as a whole. */
const noUndoStops = { undoStopBefore: false, undoStopAfter: false };

/**
 * A new document that an answer streams into. Edits follow one another, and what arrives meanwhile goes into the next one.
 * What the user does in it meanwhile stays as it is, and stands beside the answer; a document that was closed stays closed.
 */
export class AnswerDocument {
  readonly document: vscode.TextDocument;
  readonly #listening: vscode.Disposable;
  /** All that arrived and counts. */
  #text = '';
  #pending = '';
  #restart = false;
  #writing: Promise<void> | undefined;
  /** Where the answer stands. */
  #span: Span;
  /** Our own edit that is under way. */
  #edit: TextChange | undefined;

  private constructor(document: vscode.TextDocument) {
    this.document = document;
    const { length } = document.getText();
    this.#span = { start: length, end: length };
    this.#listening = vscode.workspace.onDidChangeTextDocument(event => {
      if (event.document === document) for (const change of event.contentChanges) this.#changed(change);
    });
  }

  /** Opens an empty document beside what is being edited, named after the definition; the focus stays. */
  static async open({ uri, name }: { readonly uri: vscode.Uri; readonly name: string }): Promise<AnswerDocument> {
    const document = await openText(uri, vscode.l10n.t('{0} answer', name), '.md', '', 'markdown');
    const editor = await showOnce(document, { viewColumn: responseColumn(), preserveFocus: true, preview: false });
    await settle(editor);
    return new AnswerDocument(document);
  }

  /** Adds a text at the answer's end; with `restart` what came of the answer before is taken away. */
  add(text: string, restart: boolean): void {
    this.#text = restart ? text : this.#text + text;
    if (restart) {
      this.#pending = '';
      this.#restart = true;
    }
    this.#pending += text;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  /** The answer has come, and is this: where another text came, it is replaced. */
  complete(text: string): void {
    if (text !== this.#text) this.add(text, true);
  }

  /** Resolves when all that arrived stands in the document. Nothing may be added after it. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing;
    this.#listening.dispose();
  }

  async #write(): Promise<void> {
    for (let refused = 0; refused < tries && !this.document.isClosed; ) {
      const [text, restart] = [this.#pending, this.#restart];
      if (text === '' && !restart) return;
      this.#pending = '';
      this.#restart = false;
      if (await this.#replace(restart ? this.#span.start : this.#span.end, text)) {
        refused = 0;
        continue;
      }
      refused++;
      if (!this.#restart) {
        this.#pending = text + this.#pending;
        this.#restart = restart;
      }
    }
  }

  /** Replaces the answer from an offset on; `false`: VS Code has refused. */
  async #replace(start: number, text: string): Promise<boolean> {
    const { document } = this;
    const { end } = this.#span;
    this.#edit = { rangeOffset: start, rangeLength: end - start, text };
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    try {
      return (await this.#inEditor(range, text)) ?? (await this.#inDocument(range, text));
    } finally {
      this.#edit = undefined;
    }
  }

  /** The short way to the screen: an edit of the workspace takes several times as long. `undefined`: no editor shows it. */
  async #inEditor(range: vscode.Range, text: string): Promise<boolean | undefined> {
    const { document } = this;
    const editor = vscode.window.visibleTextEditors.find(each => each.document === document);
    try {
      return await editor?.edit(edit => edit.replace(range, text), noUndoStops);
    } catch {
      // The editor was closed a moment ago.
      return undefined;
    }
  }

  async #inDocument(range: vscode.Range, text: string): Promise<boolean> {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(this.document.uri, range, text);
    return vscode.workspace.applyEdit(edit);
  }

  #changed(change: TextChange): void {
    const own = this.#edit;
    const isOwn =
      own?.rangeOffset === change.rangeOffset &&
      own.rangeLength === change.rangeLength &&
      isSame(own.text, change.text);
    if (!isOwn) {
      this.#span = growingSpan(this.#span, change);
      return;
    }
    this.#edit = undefined;
    this.#span = { start: this.#span.start, end: change.rangeOffset + change.text.length };
  }
}

/**
 * Waits until VS Code has done what it does after it has shown an editor, during which the first characters of an answer would
 * stand in line; and gives the document the line ends of models, where new ones have those of Windows.
 */
async function settle(editor: vscode.TextEditor): Promise<void> {
  try {
    // One way there and back comes before that work is done, two come after it.
    for (let i = 0; i < 2; i++) await editor.edit(edit => edit.setEndOfLine(vscode.EndOfLine.LF), noUndoStops);
  } catch {
    // It was closed a moment ago.
  }
}

/** Whether two texts are the same but for the line ends, which VS Code makes those of the document. */
function isSame(one: string, other: string): boolean {
  const lines = (text: string) => text.replace(/\r\n?/g, '\n');
  return one === other || lines(one) === lines(other);
}
