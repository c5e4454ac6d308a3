/** A file's place in the tree: the workspace folder that it is in, and the folder below that. */
export interface PlacedFile<T> {
  readonly file: T;
  /** The file's name. */
  readonly name: string;
  /** The workspace folder; absent where there is only one, or none that holds the file. */
  readonly root?: string;
  /** From there to the file's folder, `''` for itself. */
  readonly folder: string;
}

/** A folder of the tree: other folders come before files. */
export interface Folder<T> {
  readonly name: string;
  readonly folders: readonly Folder<T>[];
  readonly files: readonly T[];
}

/** Files by workspace folder and by folder, each folder in one row however deep it is; all by name. */
export function byFolder<T>(places: readonly PlacedFile<T>[]): Omit<Folder<T>, 'name'> {
  const rooted = groups(places, ({ root }) => root ?? '');
  const roots = rooted.filter(([name]) => name !== '').map(([name, inside]) => ({ name, ...folded(inside) }));
  const rest = folded(rooted.find(([name]) => name === '')?.[1] ?? []);
  return { folders: [...roots, ...rest.folders], files: rest.files };
}

function folded<T>(places: readonly PlacedFile<T>[]): Omit<Folder<T>, 'name'> {
  const grouped = groups(places, ({ folder }) => folder);
  const filesOf = (inside: readonly PlacedFile<T>[]) =>
    [...inside].sort((a, b) => compare(a.name, b.name)).map(({ file }) => file);
  return {
    folders: grouped
      .filter(([name]) => name !== '')
      .map(([name, inside]) => ({ name, folders: [], files: filesOf(inside) })),
    files: filesOf(grouped.find(([name]) => name === '')?.[1] ?? []),
  };
}

function groups<T>(items: readonly T[], key: (item: T) => string): readonly (readonly [string, readonly T[]])[] {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const list = found.get(key(item));
    if (list) list.push(item);
    else found.set(key(item), [item]);
  }
  return [...found].sort(([a], [b]) => compare(a, b));
}

const { compare } = new Intl.Collator(undefined, { numeric: true });
