import * as vscode from 'vscode';
import { DesktopOnlyError } from '../desktopOnly.ts';

/** Whether a file or folder is there. */
export async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

/** A file's text as it was saved, decoded as VS Code would open it; `undefined`: it was never saved, or cannot be read. */
export async function textOnDisk(uri: vscode.Uri): Promise<string | undefined> {
  if (uri.scheme === 'untitled') return undefined;
  try {
    return await vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), { uri });
  } catch {
    return undefined;
  }
}

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

/** VS Code gives files of other file systems whole: so much is held in memory, in bytes. */
const maxWhole = 100 * 1024 * 1024;

/** All of a file of any file system. Rejects with a message for the user where there is none, or it is too large. */
export async function readWhole(uri: vscode.Uri): Promise<Uint8Array> {
  const name = vscode.workspace.asRelativePath(uri);
  const tooLarge = (size: number) =>
    new DesktopOnlyError(
      vscode.l10n.t(
        '{0} has {1} MB. Where there is no disk, up to {2} MB are read: open the folder in VS Code’s desktop, or use the command line.',
        name,
        Math.ceil(size / 1024 / 1024),
        maxWhole / 1024 / 1024,
      ),
    );
  let bytes: Uint8Array;
  try {
    const { size, type } = await vscode.workspace.fs.stat(uri);
    if (type & vscode.FileType.Directory)
      throw new DesktopOnlyError(
        vscode.l10n.t(
          '{0} is a folder. Where there is no disk, logs are read one by one: open the folder in VS Code’s desktop, or use the command line.',
          name,
        ),
      );
    if (size > maxWhole) throw tooLarge(size);
    bytes = await vscode.workspace.fs.readFile(uri);
  } catch (error) {
    if (error instanceof DesktopOnlyError) throw error;
    throw new Error(vscode.l10n.t('{0} cannot be read.', name));
  }
  if (bytes.length > maxWhole) throw tooLarge(bytes.length);
  return bytes;
}

/** Whether a document can be edited: it is new, or in a file system that takes writes. A row of a log, or a committed file, can only be read. */
export function canEdit({ scheme }: vscode.Uri): boolean {
  return scheme === 'untitled' || vscode.workspace.fs.isWritableFileSystem(scheme) === true;
}
