/** Names that are given once each: one that is taken gets a number. Linear in all names together. */
export class UniqueNames {
  readonly #isReserved: (name: string) => boolean;
  readonly #used = new Set<string>();
  readonly #next = new Map<string, number>();

  constructor(isReserved: (name: string) => boolean = () => false) {
    this.#isReserved = isReserved;
  }

  /** The name itself where it is free, else with what stands between and the first free number from 2. */
  take(name: string, between = ''): string {
    let free = name;
    let i = this.#next.get(name) ?? 2;
    while (this.#used.has(free) || this.#isReserved(free)) free = `${name}${between}${i++}`;
    this.#next.set(name, i);
    this.#used.add(free);
    return free;
  }
}
