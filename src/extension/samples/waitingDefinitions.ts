/** What decides whether modules run. `hasModules`: whether this VS Code can run any; a browser's cannot. */
export interface ModuleRights {
  readonly isTrusted: boolean;
  readonly hasModules: boolean;
}

/** The names of the definitions whose samples nothing can run now: they are not failures. */
export function waitingDefinitions(
  definitions: readonly { readonly name: string; readonly needsTrust: boolean }[],
  { isTrusted, hasModules }: ModuleRights,
): ReadonlySet<string> {
  if (isTrusted && hasModules) return new Set();
  return new Set(definitions.filter(({ needsTrust }) => needsTrust).map(({ name }) => name));
}
