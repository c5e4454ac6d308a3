/** The candidate that a misspelt word most likely means: at most a third of its letters differ. `undefined` if none is that near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
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

/** Levenshtein's distance. Quadratic, so callers bound the lengths. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replace, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
