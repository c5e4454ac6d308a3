import * as vscode from 'vscode';

/** The document that VS Code has open under an address; `undefined` where it has none. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(document => !document.isClosed && isSameAddress(document.uri, uri));
}

/** Whether two addresses are of one document: what is not saved, VS Code brings back in a remote window under another authority. */
export function isSameAddress(one: vscode.Uri, other: vscode.Uri): boolean {
  if (one.scheme === 'untitled' && other.scheme === 'untitled') return one.path === other.path;
  return one.toString() === other.toString();
}

/** The file that an untitled document with a path will be saved as, or any other address as it is. */
export function fileOf(uri: vscode.Uri): vscode.Uri {
  if (uri.scheme !== 'untitled' || !uri.path.startsWith('/')) return uri;
  return uri.with({ scheme: 'file', ...(vscode.env.remoteName !== undefined && { authority: '' }) });
}

const documentNumbers = new WeakMap<vscode.TextDocument, number>();
let lastNumber = 0;

/** Another number for each document: one that is opened again counts its versions from 1 again. */
export function documentNumber(document: vscode.TextDocument): number {
  const number = documentNumbers.get(document) ?? ++lastNumber;
  documentNumbers.set(document, number);
  return number;
}

/** Forgets what is kept for a document, by its address, as soon as it is closed. */
export function forgetClosed(kept: Map<string, unknown>): vscode.Disposable {
  return vscode.workspace.onDidCloseTextDocument(({ uri }) => kept.delete(uri.toString()));
}
