/** Names for the rules of a printed grammar: small letters and hyphens alone, which every syntax reads. */
export class RuleNames {
  readonly #used: Set<string>;
  readonly #own = new Map<string, string>();

  constructor(used: readonly string[] = []) {
    this.#used = new Set(used);
  }

  /** The name of a rule of the model: the same each time. */
  of(name: string): string {
    const cached = this.#own.get(name);
    if (cached !== undefined) return cached;
    const own = this.fresh(name);
    this.#own.set(name, own);
    return own;
  }

  /** A name that no rule has. */
  fresh(base: string): string {
    const clean =
      base
        .toLowerCase()
        .match(/[a-z]+/g)
        ?.join('-') ?? 'text';
    for (let i = 0; ; i++) {
      const name = i === 0 ? clean : `${clean}-${letters(i)}`;
      if (this.#used.has(name)) continue;
      this.#used.add(name);
      return name;
    }
  }
}

function letters(number: number): string {
  let text = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  return text;
}
