import { truth } from '../python/index.ts';
import { findInClass, hasUnknownBase, isNamedTuple } from './classLines.ts';
import { PySet } from './libraryValues.ts';
import { as, External, Instance, Member, Unknown, Unreadable, type Value, wrap } from './values.ts';

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
