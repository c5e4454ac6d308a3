import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

/** Calls `onChange` with the path of what changed, was made or went, if that can matter to a check. Paths are absolute. */
export class FileWatch {
  readonly #onChange: (path: string) => void;
  readonly #folders: string[] = [];
  /** The watched names of each folder of which not everything is watched. */
  readonly #names = new Map<string, Set<string>>();
  /** The files that are named, wherever they are. */
  readonly #files = new Set<string>();
  readonly #watchers: FSWatcher[] = [];

  constructor(onChange: (path: string) => void) {
    this.#onChange = onChange;
  }

  /**
   * Watches a file, or a folder with all below: its definitions and scripts, files that are named, and whatever is made,
   * moved or deleted. Changes of other files do not count, since the report itself may be written to one. Throws where there
   * is neither.
   */
  add(path: string): void {
    if (!statSync(path).isDirectory()) {
      this.addFile(path);
      return;
    }
    this.#folders.push(path);
    this.#follow(
      path,
      watch(path, { recursive: true }, (event, name) => {
        if (name === null || this.#matters(path, name, event)) this.#onChange(join(path, name ?? ''));
      }),
    );
  }

  /** Watches a file, which need not be there yet; its folder must. By its folder, because editors replace files as they save them. */
  addFile(path: string): void {
    this.#files.add(path);
    if (this.#folders.some(folder => isBelow(path, folder))) return;
    const folder = dirname(path);
    const names = this.#names.get(folder) ?? new Set();
    names.add(basename(path));
    if (this.#names.has(folder)) return;
    this.#follow(
      folder,
      watch(folder, (_event, name) => {
        if (name === null || names.has(name)) this.#onChange(join(folder, name ?? ''));
      }),
    );
    this.#names.set(folder, names);
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close();
  }

  #matters(folder: string, name: string, event: 'rename' | 'change'): boolean {
    if (name.split(sep).some(part => part === 'node_modules' || part === '.git')) return false;
    return (
      event === 'rename' ||
      /\.parser\.json$|\.messages\.jsonl?$|\.[cm]?[jt]s$/.test(name) ||
      this.#files.has(join(folder, name))
    );
  }

  #follow(path: string, watcher: FSWatcher): void {
    // A watched folder that goes is a change as well; the next check says what it means.
    watcher.on('error', () => this.#onChange(path));
    this.#watchers.push(watcher);
  }
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && way !== path;
}
