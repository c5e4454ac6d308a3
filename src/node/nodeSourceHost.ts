import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInside, readNamedFile } from './namedFile.ts';

/** Bytes of a source that are read. */
const maxSource = 5 * 1024 * 1024;

/** What sources are read from: the folders that they may stand in, wherever links lead. */
export interface NodeSourceHost {
  readonly roots: readonly string[];
  readFile(path: string): Promise<Uint8Array | undefined>;
}

/** Reads the files that a source imports, inside `folder` alone if the source stands in it, else inside the folder of the source's own package. */
export function nodeSourceHost(file: string, folder: string): NodeSourceHost {
  return confinedSourceHost([isInside(file, folder) ? folder : packageFolder(dirname(file))], maxSource);
}

/** Reads the files that a source imports inside of `roots`, up to a number of bytes; what is outside is not there for it. */
export function confinedSourceHost(roots: readonly string[], most: number): NodeSourceHost {
  const confines = { folders: roots, name: 'the folders that are read' };
  return { roots, readFile: path => readNamedFile(path, most, confines).catch(() => undefined) };
}

/** The folder above all packages that a folder is of. */
function packageFolder(folder: string): string {
  let at = folder;
  while (existsSync(join(at, '__init__.py')) && dirname(at) !== at) at = dirname(at);
  return at;
}
