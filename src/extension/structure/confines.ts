import * as vscode from 'vscode';
import type { Runtime } from '../runtime/runtime.ts';
import { getSetting } from '../settings.ts';

/** Where files must be that a file names. */
export interface Confines {
  /** The file must be in one of them or below, wherever links lead. */
  readonly folders: readonly vscode.Uri[];
  /** Follows links; absent where there are none. */
  readonly leadsOutside?: Runtime['leadsOutside'];
}

/**
 * Where files must be that a file in `folder` names: in the workspace, or in that folder where it is not of the workspace;
 * and where the user allows it with the setting `files.allowedFolders`, which a workspace cannot set.
 */
export function confinesOf(folder: vscode.Uri, { leadsOutside }: Runtime): Confines {
  const { workspaceFolders = [] } = vscode.workspace;
  const own = vscode.workspace.getWorkspaceFolder(folder) ? workspaceFolders.map(({ uri }) => uri) : [folder];
  const allowed = getSetting('files.allowedFolders').filter(path => /^([/\\]|[A-Za-z]:[/\\])/.test(path));
  return { folders: [...own, ...allowed.map(path => vscode.Uri.file(path))], ...(leadsOutside && { leadsOutside }) };
}

/** Whether a file leads out of its confines, whether anything is there or not. */
export async function isOutside(uri: vscode.Uri, { folders, leadsOutside }: Confines): Promise<boolean> {
  // On Windows another machine hears of it, and who asks, when one of its paths is looked at.
  if (uri.scheme !== 'file' || uri.authority !== '' || !leadsOutside)
    return !folders.some(folder => isBelow(uri, folder));
  const onDisk = folders.filter(({ scheme }) => scheme === 'file');
  return leadsOutside(
    uri.fsPath,
    onDisk.map(({ fsPath }) => fsPath),
  );
}

/** Whether a file has an address in a folder or below, `..` resolved but no links. */
export function isBelow(uri: vscode.Uri, folder: vscode.Uri): boolean {
  if (uri.scheme !== folder.scheme || uri.authority !== folder.authority) return false;
  const path = vscode.Uri.joinPath(uri, '.').path;
  const base = vscode.Uri.joinPath(folder, '.').path.replace(/\/+$/, '');
  return path === base || path.startsWith(`${base}/`);
}
