/** Different failures that are told. */
const maxTold = 10;

/** Why questions were not answered, in the words of whoever did not: each once, the most frequent first. */
export class FailureTally {
  readonly #counts = new Map<string, number>();

  add(words: string | undefined): void {
    if (words !== undefined) this.#counts.set(words, (this.#counts.get(words) ?? 0) + 1);
  }

  /** The failures with their counts. */
  all(): readonly { readonly message: string; readonly count: number }[] {
    return [...this.#counts]
      .map(([message, count]) => ({ message, count }))
      .sort((one, other) => other.count - one.count)
      .slice(0, maxTold);
  }
}
