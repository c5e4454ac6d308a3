import * as vscode from 'vscode';
import { forgetClosed } from './definitions/openDocument.ts';

/** The read-only documents of a scheme. VS Code asks `read` for the text of each that it shows, and again where that changed. */
export class VirtualDocuments implements vscode.Disposable {
  readonly #scheme: string;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  /** What documents show that nothing else has any more, until they are closed. */
  readonly #kept = new Map<string, string>();
  readonly #disposable: vscode.Disposable;

  constructor(scheme: string, read: (uri: vscode.Uri) => string | Promise<string>) {
    this.#scheme = scheme;
    this.#disposable = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: read,
      }),
      forgetClosed(this.#kept),
    );
  }

  /** Those that VS Code has open. */
  get open(): readonly vscode.Uri[] {
    return vscode.workspace.textDocuments.map(({ uri }) => uri).filter(({ scheme }) => scheme === this.#scheme);
  }

  /** Keeps a text until its document is closed, and draws what is open there anew where it shows another. */
  keep(uri: vscode.Uri, text: string): void {
    const isOther = this.kept(uri) !== text;
    this.#kept.set(uri.toString(), text);
    if (isOther) this.refresh(uri);
  }

  /** What was kept for a document. */
  kept(uri: vscode.Uri): string | undefined {
    return this.#kept.get(uri.toString());
  }

  /** Reads a document anew. */
  refresh(uri: vscode.Uri): void {
    this.#changed.fire(uri);
  }

  /** Reads anew those of the open documents that something concerns. */
  refreshAll(concerns: (uri: vscode.Uri) => boolean): void {
    for (const uri of this.open) if (concerns(uri)) this.refresh(uri);
  }

  /** Opens one in an editor, in place of an earlier one that nobody kept unless said otherwise. */
  async show(uri: vscode.Uri, options: vscode.TextDocumentShowOptions = { preview: true }): Promise<vscode.TextEditor> {
    return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), options);
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}
