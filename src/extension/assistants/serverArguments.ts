import * as vscode from 'vscode';
import { getSetting } from '../settings.ts';

/** How the server of each folder is started; none where the user wants none. */
export function serverArguments(): readonly { readonly label: string; readonly args: readonly string[] }[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  if (!getSetting('assistants.enabled')) return [];
  return folders.map(({ uri, name }) => ({
    label: folders.length === 1 ? 'ParserLens' : `ParserLens (${name})`,
    args: ['mcp', '--root', uri.fsPath, ...(vscode.workspace.isTrusted ? ['--run-modules'] : [])],
  }));
}
