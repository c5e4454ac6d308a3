import * as vscode from 'vscode';

/** VS Code gives extensions no document above this size, in bytes. */
export const maxDocument = 50 * 1024 * 1024;

/** The bytes of a file; 0 where there is none. */
export async function fileSize(uri: vscode.Uri): Promise<number> {
  try {
    return (await vscode.workspace.fs.stat(uri)).size;
  } catch {
    return 0;
  }
}
