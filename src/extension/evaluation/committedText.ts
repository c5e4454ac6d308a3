import * as vscode from 'vscode';

/** What is used of the API of VS Code's own Git extension. */
interface GitExtension {
  getAPI(version: 1): {
    getRepository(uri: vscode.Uri): { show(ref: string, path: string): Promise<string> } | null;
  };
}

/** The text of a file in the last commit; `undefined` where there is none, or no Git. */
export async function committedText(uri: vscode.Uri): Promise<string | undefined> {
  if (uri.scheme !== 'file') return undefined;
  try {
    const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
    const git = extension && (extension.isActive ? extension.exports : await extension.activate());
    return await git?.getAPI(1).getRepository(uri)?.show('HEAD', uri.fsPath);
  } catch {
    return undefined;
  }
}
