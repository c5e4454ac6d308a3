import * as vscode from 'vscode';

/** A file's text as it was saved, decoded as VS Code would open it; `undefined`: it was never saved, or cannot be read. */
export async function textOnDisk(uri: vscode.Uri): Promise<string | undefined> {
  if (uri.scheme === 'untitled') return undefined;
  try {
    return await vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), { uri });
  } catch {
    return undefined;
  }
}
