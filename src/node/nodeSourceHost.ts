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
  const roots = [isInside(file, folder) ? folder : packageFolder(dirname(file))];
  return {
    roots,
    async readFile(path) {
      try {
        return await readNamedFile(path, maxSource, { folders: roots, name: 'the folder that is read' });
      } catch {
        return undefined;
      }
    },
  };
}

/** The folder above all packages that a folder is of. */
function packageFolder(folder: string): string {
  let at = folder;
  while (existsSync(join(at, '__init__.py')) && dirname(at) !== at) at = dirname(at);
  return at;
}
