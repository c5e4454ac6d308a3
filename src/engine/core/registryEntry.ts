/** What every entry of a published list has, whatever it lists: a name that never changes, and words for pickers. */
export interface RegistryEntry {
  /** Unique in its list; for files, settings and the command line. */
  readonly id: string;
  /** What pickers and tables show: `ToolMessage (Langroid)`. */
  readonly title: string;
}

/** The same list, with an id and a title for each entry. */
export function listed<T>(list: readonly T[], name: (each: T) => RegistryEntry): readonly (T & RegistryEntry)[] {
  return list.map(each => ({ ...name(each), ...each }));
}
