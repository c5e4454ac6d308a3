import * as vscode from 'vscode';
import { openDocument } from '../definitions/openDocument.ts';
import { textOnDisk } from '../structure/files.ts';

/** Files as last saved, for documents with unsaved changes. Each is read once after a save. */
export class SavedTexts implements vscode.Disposable {
  readonly #texts = new Map<string, Promise<string | undefined>>();
  readonly #disposables: readonly vscode.Disposable[];

  constructor() {
    const forget = (document: vscode.TextDocument) => void this.#texts.delete(document.uri.toString());
    this.#disposables = [
      vscode.workspace.onDidSaveTextDocument(forget),
      vscode.workspace.onDidCloseTextDocument(forget),
    ];
  }

  /** The text on disk of a document that was edited since; `undefined` when there is nothing to compare with. */
  get(uri: vscode.Uri): Promise<string | undefined> {
    const key = uri.toString();
    const document = openDocument(uri);
    if (!document?.isDirty || document.isUntitled) return Promise.resolve(undefined);
    const kept = this.#texts.get(key);
    if (kept) return kept;
    const text = textOnDisk(uri);
    this.#texts.set(key, text);
    return text;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}
