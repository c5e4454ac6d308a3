import * as vscode from 'vscode';
import { maxNamedFile } from '../../portable/maxNamedFile.ts';
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

/** What a file holds that another file names, or why it is not read. */
export type NamedFile = { readonly bytes: Uint8Array } | { readonly unread: 'unreadable' | 'too-large' | 'outside' };

/**
 * The address of what a file in `folder` names by a path, relative or absolute, with either kind of slash. Never throws:
 * on Windows two slashes at the start lead to another machine, elsewhere they are one, as for Node.
 */
export function namedFileUri(folder: vscode.Uri, path: string): vscode.Uri {
  const slashed = path.replaceAll('\\', '/');
  if (/^[A-Za-z]:\//.test(slashed)) return folder.with({ path: `/${slashed}` });
  if (!slashed.startsWith('/')) return vscode.Uri.joinPath(folder, slashed);
  const [, server, share] = /^\/\/([^/]+)(\/.*)$/.exec(slashed) ?? [];
  if (server !== undefined && isOnWindows(folder)) return folder.with({ authority: server, path: share! });
  return folder.with({ path: slashed.replace(/^\/+/, '/') });
}

/**
 * The bytes of a file that another file names: a sample's response, a medium, a tokenizer. All of these are read here and
 * nowhere else, so what may be read is decided here: regular files of up to {@link maxNamedFile}, on every file system
 * that VS Code reaches, and only where `confines` say. Never rejects.
 */
export async function readNamedFile(uri: vscode.Uri, confines?: Confines): Promise<NamedFile> {
  if (confines && (await isOutside(uri, confines))) return { unread: 'outside' };
  try {
    const { size, type } = await vscode.workspace.fs.stat(uri);
    // A device or a pipe, which might never end, is of no type.
    if (!(type & vscode.FileType.File)) return { unread: 'unreadable' };
    if (size > maxNamedFile) return { unread: 'too-large' };
    const bytes = await vscode.workspace.fs.readFile(uri);
    return bytes.length > maxNamedFile ? { unread: 'too-large' } : { bytes };
  } catch {
    return { unread: 'unreadable' };
  }
}

/** What is said of a file above the limit that all are read up to. */
export function tooLargeMessage(name: string): string {
  return vscode.l10n.t('{0} is larger than 50 MB, which is more than ParserLens reads.', name);
}

function isOnWindows({ scheme, authority, path }: vscode.Uri): boolean {
  return scheme === 'file' && (authority !== '' || /^\/[A-Za-z]:/.test(path));
}
