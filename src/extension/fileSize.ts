import * as vscode from 'vscode';

/** The bytes of a file; 0 where there is none. */
export async function fileSize(uri: vscode.Uri): Promise<number> {
  try {
    return (await vscode.workspace.fs.stat(uri)).size;
  } catch {
    return 0;
  }
}
