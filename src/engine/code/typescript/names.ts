/** Names of constants of a module, each given once. */
export class Names {
  readonly #counts = new Map<string, number>();

  /** A free name that ends in `suffix`: `discussion round` with `Schema` is `discussionRoundSchema`. */
  take(text: string, suffix: string): string {
    const name = camelCase(text) + suffix;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    // No name of a text ends in `_` and digits, so that this one is free.
    return count === 1 ? name : `${name}_${count}`;
  }
}

/** `discussion round` → `discussionRound`, of letters and digits only. */
function camelCase(text: string): string {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '');
  const joined = words
    .map((word, i) => (i === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join('');
  if (joined === '') return 'answer';
  return /^\p{ID_Start}[\p{ID_Continue}]*$/u.test(joined) ? joined : `the${joined.replace(/[^\p{ID_Continue}]/gu, '')}`;
}

/** `discussionRound` → `DiscussionRound`. */
export function pascalCase(text: string): string {
  const name = camelCase(text);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
