import type { PyValue } from '../../core/pyValue.ts';
import { isInt64, isPyInt } from '../pyNumber.ts';
import { hashOf } from './setField.ts';

/** Finds an input among expected values: first one of its own type, then one that Python finds equal (1, 1.0 and True are). */
export interface LiteralLookup {
  /** The index of the expected value; `too large` for an int past 64 bits where ints are expected, which Pydantic does not look up. */
  find(input: PyValue): number | undefined | 'too large';
  /** The index among the values of the input's own type only. */
  findExact(input: PyValue): number | undefined;
}

/** A lookup among expected values. */
export function literalLookup(expected: readonly PyValue[]): LiteralLookup {
  const exactly = new Map<unknown, number>();
  const others = new Map<unknown, number>();
  const primitives = new Map<unknown, number>();
  let hasInts = false;
  expected.forEach((value, index) => {
    const hash = hashOf(value);
    if (typeof value === 'boolean' || typeof value === 'string' || (isPyInt(value) && isInt64(value))) {
      exactly.set(value, index);
      primitives.set(hash, index);
      hasInts ||= isPyInt(value);
    } else if (hash !== undefined) others.set(hash, index);
  });
  return {
    findExact: input => exactly.get(input),
    find(input) {
      if (hasInts && isPyInt(input) && !isInt64(input)) return 'too large';
      const hash = hashOf(input);
      return exactly.get(input) ?? (hash === undefined ? undefined : (others.get(hash) ?? primitives.get(hash)));
    },
  };
}
