import * as vscode from 'vscode';

/** True for a file that may hold a conversation, by its name. */
export function isConversationUri(uri: vscode.Uri): boolean {
  if (!/\.messages\.jsonl?$/.test(uri.path)) return false;
  const { scheme } = uri;
  if (scheme === 'untitled' || vscode.workspace.fs.isWritableFileSystem(scheme)) return true;
  return (vscode.workspace.workspaceFolders ?? []).some(folder => folder.uri.scheme === scheme);
}
