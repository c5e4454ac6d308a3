import * as vscode from 'vscode';

/** Whether a document can be edited: it is new, or in a file system that takes writes. A row of a log, or a committed file, can only be read. */
export function canEdit({ scheme }: vscode.Uri): boolean {
  return scheme === 'untitled' || vscode.workspace.fs.isWritableFileSystem(scheme) === true;
}
