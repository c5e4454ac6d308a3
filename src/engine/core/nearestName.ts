/** Comparing is quadratic in the lengths. */
const maxLength = 200;

/**
 * The candidate that a misspelt word most likely means: at most a third of its letters differ, two that change places
 * counting once. `undefined` if none is that near. No word of more than 200 characters is near to another.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > maxLength) return undefined;
  let best: string | undefined;
  let limit = Math.floor(Math.min(word.length, 60) / 3) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= limit || candidate === word) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < limit) {
      limit = distance;
      best = candidate;
    }
  }
  return best;
}

/** {@link nearest}; where none is near, the first candidate of which the word is the greater part, or which is that of it, from the start. */
export function nearestName(word: string, candidates: readonly string[]): string | undefined {
  return nearest(word, candidates) ?? candidates.find(candidate => isCutOff(word, candidate));
}

/** The candidates that need the fewest changes to become a word, however many those are; the first `count` of them. */
export function nearestOf(word: string, candidates: readonly string[], count: number): readonly string[] {
  const start = word.slice(0, maxLength).toLowerCase();
  const ranked = candidates.map(candidate => ({ candidate, distance: editDistance(start, candidate.toLowerCase()) }));
  return ranked
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/** {@link nearest}; where none is near, the only candidate of several words, joined by `_`, of which it is one, as `hint` of `content_hint`. */
export function nearestKey(key: string, candidates: readonly string[]): string | undefined {
  const near = nearest(key, candidates);
  if (near !== undefined) return near;
  const [first, ...others] = candidates.filter(candidate => candidate.split('_').includes(key));
  return others.length === 0 ? first : undefined;
}

/** Whether one word is the greater part of the other, from its start. */
function isCutOff(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length > 2 && short.length < long.length && short.length * 2 > long.length && long.startsWith(short);
}

/** The fewest letters to insert, remove, replace or swap with the next (optimal string alignment). Quadratic. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? before[j - 2]! + 1 : replace;
      next.push(Math.min(replace, swap, row[j]! + 1, next[j - 1]! + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
