/** A set of characters: code points, in order and apart, each range with both its ends. */
export type CharRanges = readonly (readonly [number, number])[];

/** The last code point. */
export const lastChar = 0x10ffff;

/** Every character; surrogates are none, and NUL is one that engines do not write. */
export const allChars: CharRanges = [
  [1, 0xd7ff],
  [0xe000, lastChar],
];

/** The characters of a text. */
export function charsOf(text: string): CharRanges {
  return union(Array.from(text, char => [char.codePointAt(0)!, char.codePointAt(0)!] as const));
}

/** The characters from one to another, as in `a-z`. */
export function charRange(from: string, to: string): CharRanges {
  return [[from.codePointAt(0)!, to.codePointAt(0)!]];
}

/** The ranges in order, those that touch as one. */
export function union(ranges: CharRanges): CharRanges {
  const found: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = found.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}

/** All characters but these. */
export function complement(ranges: CharRanges): CharRanges {
  const found: [number, number][] = [];
  let next = 1;
  for (const [from, to] of union([[0, 0], ...ranges, [0xd800, 0xdfff]])) {
    if (from > next) found.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= lastChar) found.push([next, lastChar]);
  return found;
}

/** The characters of both. Linear in the ranges of both. */
export function intersection(one: CharRanges, other: CharRanges): CharRanges {
  const found: [number, number][] = [];
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    const [first, second] = [one[i]!, other[j]!];
    const [from, to] = [Math.max(first[0], second[0]), Math.min(first[1], second[1])];
    if (from <= to) found.push([from, to]);
    if (first[1] < second[1]) i++;
    else j++;
  }
  return found;
}

/** Whether a code point is in the set. */
export function hasChar(ranges: CharRanges, code: number): boolean {
  return ranges.some(([from, to]) => code >= from && code <= to);
}

/** The set cut where any of the others begins or ends: within a part all characters are alike. */
export function pieces(sets: readonly CharRanges[]): readonly (readonly [number, number])[] {
  const cuts = new Set<number>();
  for (const [from, to] of sets.flat()) cuts.add(from).add(to + 1);
  const sorted = [...cuts].sort((one, other) => one - other);
  return sorted.slice(0, -1).map((from, i) => [from, sorted[i + 1]! - 1] as const);
}
