import * as vscode from 'vscode';
import type { RunRequest } from './runsApi.ts';

const scheme = 'parserlens-request';

/** Requests as read-only documents, so that they are seen whole before they are sent. */
export class RequestDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #disposables: readonly vscode.Disposable[];
  #count = 0;

  constructor() {
    this.#disposables = [
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => uri.scheme === scheme && this.#texts.delete(uri.toString())),
    ];
  }

  /** Shows a request. */
  async show({ url, body }: RunRequest, model: string): Promise<void> {
    const path = `/${vscode.l10n.t('Request to {0}', model.replaceAll('/', ' '))}.jsonc`;
    const uri = vscode.Uri.from({ scheme, path, query: String(++this.#count) });
    this.#texts.set(uri.toString(), url === undefined ? body : `// POST ${url}\n${body}`);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}
