import { isDict, isList, PySequence, PyTuple, textOf, truth } from '../../../python/index.ts';
import { findInClass, hasUnknownBase, isNamedTuple } from './classLines.ts';
import { PySet } from './libraryValues.ts';
import { as, Class, External, Instance, Member, Unknown, Unreadable, type Value, wrap } from './values.ts';

/** The unknown that a value is. */
export function unknownOf(value: Value): Value | undefined {
  const own = as(value, Unknown);
  return own ? value : undefined;
}

/** Python's `bool(value)`. Throws `Unreadable` where an object of the program decides. */
export function truthOf(value: Value): boolean {
  const set = as(value, PySet);
  if (set) return set.items.size > 0;
  const member = as(value, Member);
  if (member) return member.isMixed ? truth(member.value.value) : true;
  if (as(value, External) || as(value, Unknown)) throw new Unreadable('This is known only when the program runs.');
  const of = as(value, Instance)?.of;
  if (of && (hasUnknownBase(of) || ['__bool__', '__len__'].some(name => findInClass(of, name)) || isNamedTuple(of)))
    throw new Unreadable('Whether an object counts as true is not read.');
  if (of) return true;
  return truth(value);
}

/** A member of an enum that is a text or number as well, as that. */
export function plainOf(value: Value): Value {
  const member = as(value, Member);
  return member?.isMixed ? member.value.value : value;
}

/** An unknown as a value. */
export function wrapped(found: Unknown | undefined): Value | undefined {
  return found && wrap(found);
}

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
function written(value: Value, sizes: Map<Value, number>, depth: number): Unknown | number {
  const found = as(value, Unknown);
  if (found) return found;
  if (value === null || typeof value !== 'object') return 1;
  const before = sizes.get(value);
  if (before !== undefined) return before;
  sizes.set(value, Number.POSITIVE_INFINITY);
  if (depth > maxNested) return Number.POSITIVE_INFINITY;
  let size = 1;
  for (const part of partsOf(value)) {
    const own = written(part, sizes, depth + 1);
    if (typeof own !== 'number') return own;
    size += own;
  }
  sizes.set(value, size);
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

/** What items of a set are equal by. Throws `Unreadable` for what is not read as an item of one. */
export function hashOf(item: Value): Value {
  if (textOf(item) !== undefined || item === null || typeof item === 'number') return item;
  if (typeof item === 'boolean') return Number(item);
  const member = as(item, Member);
  if (member) return member.isMixed ? hashOf(member.value.value) : item;
  if (as(item, Class) || as(item, External)) return item;
  throw new Unreadable('A set of these is not read.');
}

/** A set of items; an unknown one makes it unknown. */
export function setOf(items: readonly Value[]): Value {
  const made = new Map<Value, Value>();
  for (const item of items) {
    const hole = unknownIn(item);
    if (hole) return wrap(hole);
    made.set(hashOf(item), item);
  }
  return wrap(new PySet(made));
}
