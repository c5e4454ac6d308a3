/** Names for the rules of a printed grammar: small letters and hyphens alone, which every syntax reads. */
export class RuleNames {
  readonly #taken: Set<string>;
  readonly #own = new Map<string, string>();

  constructor(taken: readonly string[] = []) {
    this.#taken = new Set(taken);
  }

  /** The name of a rule of the model: the same each time. */
  of(name: string): string {
    const known = this.#own.get(name);
    if (known !== undefined) return known;
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
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
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
