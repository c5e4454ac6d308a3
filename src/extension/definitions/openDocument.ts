import * as vscode from 'vscode';

/** The document that VS Code has open under an address; `undefined` where it has none. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find(document => !document.isClosed && document.uri.toString() === key);
}
