import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { maxNamedFile } from '../portable/maxNamedFile.ts';

/** Why a file is not read though it is there. `code` is for programs, as in Node's own errors; the message goes on after "cannot be read: ". */
export class NamedFileError extends Error {
  readonly code: 'ERR_NO_REGULAR_FILE' | 'ERR_FILE_TOO_LARGE' | 'ERR_FILE_OUTSIDE';

  constructor(code: NamedFileError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Where files must be that other files name. */
export interface Confines {
  /** Absolute paths; the file must be in one of them or below, wherever links lead. */
  readonly folders: readonly string[];
  /** What these are, and what to do about a file that is elsewhere: goes on after "it is outside of ". */
  readonly name: string;
}

/**
 * The bytes of a file whose absolute path stands inside another file: a sample's response, a medium, a tokenizer, a module
 * that is looked through. All of these are read here and nowhere else, so what may be read is decided here: regular files
 * (links are followed) of up to `maxBytes`, inside of `confines` if there are any. Rejects with `NamedFileError` or with
 * Node's own error.
 */
export async function readNamedFile(path: string, maxBytes = maxNamedFile, confines?: Confines): Promise<Uint8Array> {
  const place = confines ? await confinedPath(path, confines) : path;
  await statNamedFile(place, maxBytes);
  const file = await openRegular(place, maxBytes);
  try {
    return await readUpTo(file, maxBytes);
  } finally {
    await file.close();
  }
}

/** Opens a regular file for reading. Another may have come since it was looked at: opening a pipe would wait for a writer. Rejects with `NamedFileError` or with Node's own error. */
export async function openRegular(path: string, maxBytes = Number.POSITIVE_INFINITY): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    expectReadable(await file.stat(), maxBytes);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Whether {@link readNamedFile} would read a file, without reading it: rejects as that does. What is known of the file tells one version from another. */
export async function statNamedFile(
  path: string,
  maxBytes = maxNamedFile,
): Promise<{ readonly mtimeMs: number; readonly size: number; readonly ino: number }> {
  const stats = await stat(path);
  expectReadable(stats, maxBytes);
  return stats;
}

/** A path with its links resolved. Rejects with `NamedFileError` where it leads out of the confines, whether anything is there or not. */
export async function confinedPath(path: string, { folders, name }: Confines): Promise<string> {
  const outside = new NamedFileError('ERR_FILE_OUTSIDE', `it is outside of ${name}`);
  const seemsInside = folders.some(folder => isInside(path, folder));
  // On Windows another machine hears of it, and who asks, when one of its paths is looked at.
  if (!seemsInside && path.startsWith('\\\\')) throw outside;
  let real: string;
  try {
    real = await realpath(path);
  } catch (error) {
    throw seemsInside ? error : outside;
  }
  for (const folder of folders) if (isInside(real, await realpath(folder).catch(() => folder))) return real;
  throw outside;
}

/** Whether a path leads out of folders, see {@link confinedPath}; in doubt, as where nothing is there, what its words say. */
export async function leadsOutside(path: string, folders: readonly string[]): Promise<boolean> {
  return confinedPath(path, { folders, name: 'them' }).then(
    () => false,
    error => error instanceof NamedFileError,
  );
}

/** Whether an absolute path is a folder's or leads below it, as it is written. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

interface FileKind {
  readonly size: number;
  isFile(): boolean;
  isDirectory(): boolean;
}

function expectReadable(file: FileKind, maxBytes: number): void {
  if (file.isDirectory()) throw Object.assign(new Error('this is a folder'), { code: 'EISDIR' });
  if (!file.isFile()) throw new NamedFileError('ERR_NO_REGULAR_FILE', 'it is a device or a pipe, not a regular file');
  if (file.size > maxBytes) throw tooLarge(maxBytes);
}

/** All that a file holds; its size alone does not tell, as files grow and some of the system's have none. */
async function readUpTo(file: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const { size } = await file.stat();
  let bytes = Buffer.allocUnsafe(Math.min(size, maxBytes) + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length);
    if (bytesRead === 0) return bytes.subarray(0, length);
    length += bytesRead;
    if (length > maxBytes) throw tooLarge(maxBytes);
    if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * length + 65_536, maxBytes + 1));
  }
}

function tooLarge(maxBytes: number): NamedFileError {
  return new NamedFileError('ERR_FILE_TOO_LARGE', `it is larger than ${maxBytes / 2 ** 20} MB`);
}
