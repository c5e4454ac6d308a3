import * as vscode from 'vscode';
import { openText } from '../definitions/openText.ts';
import { responseColumn } from '../responseColumn.ts';

/** A new document that an answer streams into. Edits follow one another, and what arrives meanwhile goes into the next one. */
export class AnswerDocument {
  readonly document: vscode.TextDocument;
  /** All that arrived and counts. */
  #text = '';
  #pending = '';
  #restart = false;
  #writing: Promise<void> | undefined;

  private constructor(document: vscode.TextDocument) {
    this.document = document;
  }

  /** Opens an empty document beside what is being edited, named after the definition; the focus stays. */
  static async open({ uri, name }: { readonly uri: vscode.Uri; readonly name: string }): Promise<AnswerDocument> {
    const document = await openText(uri, vscode.l10n.t('{0} answer', name), '.md', '', 'markdown');
    await vscode.window.showTextDocument(document, {
      viewColumn: responseColumn(),
      preserveFocus: true,
      preview: false,
    });
    return new AnswerDocument(document);
  }

  /** Adds a text at the end; with `restart` the document is emptied first. */
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

  /** The answer has come, and is this: where another text stands there, it is replaced. */
  complete(text: string): void {
    if (text !== this.#text) this.add(text, true);
  }

  /** Resolves when all that arrived stands in the document. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async #write(): Promise<void> {
    while ((this.#pending !== '' || this.#restart) && !this.document.isClosed) {
      const { document } = this;
      const edit = new vscode.WorkspaceEdit();
      const end = document.positionAt(document.getText().length);
      const range = new vscode.Range(this.#restart ? new vscode.Position(0, 0) : end, end);
      edit.replace(document.uri, range, this.#pending);
      this.#pending = '';
      this.#restart = false;
      if (!(await vscode.workspace.applyEdit(edit))) return;
    }
  }
}
