/** What a program changes of packages and of the language, by its path. */
export class Patches {
  readonly #paths = new Set<string>();

  add(path: string): void {
    this.#paths.add(rootOf(path));
  }

  has(path: string): boolean {
    return this.#paths.has(rootOf(path));
  }
}

/** What is changed where a part of it is: a class of a package, or all that the language has under a name. */
function rootOf(path: string): string {
  return path
    .split('.')
    .slice(0, /^(?:core|classic)\./.test(path) ? 2 : 1)
    .join('.');
}
