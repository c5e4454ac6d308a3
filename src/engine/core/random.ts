/** Random choices that are the same for the same seed, on every machine. */
export interface Random {
  /** An integer from 0 up to, but not including, `limit`, which is positive. */
  below(limit: number): number;
  /** One of the items; there must be at least one. */
  pick<T>(items: readonly T[]): T;
}

/**
 * Mulberry32, started from a seed and a name: each name has its own choices, so that one more operator does not change
 * what the others do. Good enough to pick places in a text; nothing else should rest on it.
 */
export function seededRandom(seed: number, name: string): Random {
  let state = hash(name, seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: items => items[below(items.length)]! };
}

/** FNV-1a over the name's UTF-16 units, from a state that the seed changes. */
function hash(name: string, seed: number): number {
  let state = 0x811c9dc5 ^ seed;
  for (let i = 0; i < name.length; i++) state = Math.imul(state ^ name.charCodeAt(i), 0x01000193);
  return state;
}
