import { textOf } from '../python/index.ts';
import { PySet } from './libraryValues.ts';
import { unknownIn } from './unknownIn.ts';
import { as, Class, External, Member, Unreadable, type Value, wrap } from './values.ts';

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
