import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, relative, sep } from 'node:path';

/** Calls `onChange` when something watched changes, is made or goes. Paths are absolute. */
export class FileWatch {
  readonly #onChange: () => void;
  readonly #folders: string[] = [];
  /** The watched names of each folder of which not everything is watched. */
  readonly #names = new Map<string, Set<string>>();
  readonly #watchers: FSWatcher[] = [];

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Watches a file, or a folder with all below. Throws where there is neither. */
  add(path: string): void {
    if (!statSync(path).isDirectory()) {
      this.addFile(path);
      return;
    }
    this.#folders.push(path);
    this.#follow(watch(path, { recursive: true }, this.#onChange));
  }

  /** Watches a file, which need not be there yet; its folder must. By its folder, because editors replace files as they save them. */
  addFile(path: string): void {
    if (this.#folders.some(folder => isBelow(path, folder))) return;
    const folder = dirname(path);
    const names = this.#names.get(folder) ?? new Set();
    names.add(basename(path));
    if (this.#names.has(folder)) return;
    this.#follow(
      watch(folder, (_event, name) => {
        if (name === null || names.has(name)) this.#onChange();
      }),
    );
    this.#names.set(folder, names);
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close();
  }

  #follow(watcher: FSWatcher): void {
    // A watched folder that goes is a change as well; the next check says what it means.
    watcher.on('error', this.#onChange);
    this.#watchers.push(watcher);
  }
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && way !== path;
}
