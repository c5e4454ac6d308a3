/** A definition by its name and the path of its file. */
interface NamedIn {
  readonly name: string;
  readonly path: string;
}

/**
 * What several definitions that are shown side by side are called: the name alone where no other one has it, else with the
 * file's name, and with its whole path where the files are called alike too. Linear.
 */
export function distinctNames(entries: readonly NamedIn[]): readonly string[] {
  const paths = new Map<string, Set<string>>();
  const files = new Map<string, Set<string>>();
  for (const one of entries) {
    add(paths, one.name, one.path);
    add(files, `${one.name}\n${fileOf(one)}`, one.path);
  }
  return entries.map(one => {
    if (paths.get(one.name)!.size === 1) return one.name;
    const isOnly = files.get(`${one.name}\n${fileOf(one)}`)!.size === 1;
    return `${one.name} (${isOnly ? fileOf(one) : one.path})`;
  });
}

function add(groups: Map<string, Set<string>>, key: string, path: string): void {
  const group = groups.get(key);
  if (group) group.add(path);
  else groups.set(key, new Set([path]));
}

function fileOf({ path }: NamedIn): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
