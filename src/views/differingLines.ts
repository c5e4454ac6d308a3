import { diffArrays } from 'diff';

/** The comparison's time grows with the square of the number of changes. */
const maxEdits = 600;

/** The lines of two texts that the other one does not have at that place, by their indexes. */
export interface DifferingLines {
  readonly main: ReadonlySet<number>;
  readonly other: ReadonlySet<number>;
}

/**
 * Which lines of two texts differ. Texts with more differences than anyone reads are compared line by line without
 * regard to order: a line differs that the other text has nowhere. Linear in the texts.
 */
export function differingLines(main: readonly string[], other: readonly string[]): DifferingLines {
  const differing = { main: new Set<number>(), other: new Set<number>() };
  const parts = diffArrays([...main], [...other], { maxEditLength: maxEdits });
  if (!parts) {
    const [mains, others] = [new Set(main), new Set(other)];
    for (const [i, line] of main.entries()) if (!others.has(line)) differing.main.add(i);
    for (const [i, line] of other.entries()) if (!mains.has(line)) differing.other.add(i);
    return differing;
  }
  let at = { main: 0, other: 0 };
  for (const { value, added, removed } of parts) {
    for (let i = 0; i < value.length; i++) {
      if (removed) differing.main.add(at.main + i);
      if (added) differing.other.add(at.other + i);
    }
    at = { main: at.main + (added ? 0 : value.length), other: at.other + (removed ? 0 : value.length) };
  }
  return differing;
}
