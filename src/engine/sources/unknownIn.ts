import { isDict, isList, PySequence, PyTuple } from '../python/index.ts';
import { PySet } from './libraryValues.ts';
import { as, Unknown, type Value } from './values.ts';

/** How many values a value may be when it is written out: a list that stands in another one a thousand times counts a thousand times. */
const maxWritten = 500_000;
const maxNested = 400;

/** The first unknown in a value, at any depth. What would be too large if it were written out is unknown, as is what holds itself. Linear in the objects that it is made of. */
export function unknownIn(value: Value): Unknown | undefined {
  const found = written(value, new Map(), 0);
  if (typeof found !== 'number') return found;
  return found > maxWritten ? new Unknown('This is too large to be read.', { start: 0, end: 0 }) : undefined;
}

/** Whether a value would be too large if it were written out, or holds itself. */
export function isTooLarge(value: Value): boolean {
  const size = written(value, new Map(), 0);
  return typeof size === 'number' && size > maxWritten;
}

/** The unknown in a value, or how many values it is. */
function written(value: Value, known: Map<Value, number>, depth: number): Unknown | number {
  const found = as(value, Unknown);
  if (found) return found;
  if (value === null || typeof value !== 'object') return 1;
  const before = known.get(value);
  if (before !== undefined) return before;
  known.set(value, Number.POSITIVE_INFINITY);
  if (depth > maxNested) return Number.POSITIVE_INFINITY;
  let size = 1;
  for (const part of partsOf(value)) {
    const own = written(part, known, depth + 1);
    if (typeof own !== 'number') return own;
    size += own;
  }
  known.set(value, size);
  return size;
}

function partsOf(value: Value): readonly Value[] {
  if (isList(value)) return value;
  if (value instanceof PyTuple) return value.items;
  if (isDict(value)) return [...value.values(), ...value.keys()];
  if (value instanceof PySequence) return value.isGenerator ? [] : value.take();
  const set = as(value, PySet);
  return set ? [...set.items.values()] : [];
}
