import type { Disposable, Uri } from 'vscode';

/** Folders that are watched each on its own; every one costs VS Code a watcher of the system. */
const maxWatchers = 50;

interface Followed {
  readonly folder: Uri;
  /** How many files name something in it. */
  owners: number;
  watcher?: Disposable;
}

/**
 * Watchers of folders in which files lie that other files name: one for each folder however many name something in it, gone
 * when nobody does, and no more than {@link maxWatchers}. One more follows the whole workspace while there are more folders
 * than that; outside of it, changes in those go unnoticed.
 */
export class FolderWatchers implements Disposable {
  readonly #watch: (folder: Uri | undefined) => Disposable;
  readonly #foldersOf = new Map<string, readonly string[]>();
  readonly #followed = new Map<string, Followed>();
  readonly #waiting = new Set<Followed>();
  #watched = 0;
  #workspace: Disposable | undefined;

  /** @param watch starts to watch a folder; `undefined`: the whole workspace */
  constructor(watch: (folder: Uri | undefined) => Disposable) {
    this.#watch = watch;
  }

  /** Watches the folders that a file names something in now, in place of those that it did before. */
  follow(file: string, folders: readonly Uri[]): void {
    const before = this.#foldersOf.get(file) ?? [];
    const now = new Map(folders.map(folder => [folder.toString(), folder]));
    if (now.size === 0) this.#foldersOf.delete(file);
    else this.#foldersOf.set(file, [...now.keys()]);
    // The new ones first: what stays keeps its watcher.
    for (const [key, folder] of now) this.#add(key, folder);
    for (const key of before) this.#remove(key);
    this.#settle();
  }

  dispose(): void {
    for (const { watcher } of this.#followed.values()) watcher?.dispose();
    this.#workspace?.dispose();
  }

  #add(key: string, folder: Uri): void {
    const existing = this.#followed.get(key);
    if (existing) {
      existing.owners++;
      return;
    }
    const followed = { folder, owners: 1 };
    this.#followed.set(key, followed);
    this.#waiting.add(followed);
  }

  #remove(key: string): void {
    const followed = this.#followed.get(key);
    if (!followed || --followed.owners > 0) return;
    this.#followed.delete(key);
    this.#waiting.delete(followed);
    if (!followed.watcher) return;
    followed.watcher.dispose();
    this.#watched--;
  }

  #settle(): void {
    for (const followed of this.#waiting) {
      if (this.#watched >= maxWatchers) break;
      followed.watcher = this.#watch(followed.folder);
      this.#watched++;
      this.#waiting.delete(followed);
    }
    if (this.#waiting.size > 0) this.#workspace ??= this.#watch(undefined);
    else {
      this.#workspace?.dispose();
      this.#workspace = undefined;
    }
  }
}
