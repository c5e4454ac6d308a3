import * as vscode from 'vscode';

/** Whether an address is of a file or a document: the two sides of a comparison and other views of a file have schemes of their own and are not files to us. */
export function isEditable({ scheme }: vscode.Uri): boolean {
  if (scheme === 'untitled' || vscode.workspace.fs.isWritableFileSystem(scheme)) return true;
  return (vscode.workspace.workspaceFolders ?? []).some(folder => folder.uri.scheme === scheme);
}
