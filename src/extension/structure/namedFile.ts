import * as vscode from 'vscode';
import { maxNamedFile } from '../../portable/maxNamedFile.ts';
import { type Confines, isOutside } from './confines.ts';

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
