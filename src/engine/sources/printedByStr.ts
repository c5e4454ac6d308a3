import { basesOf, findInClass, lastOf } from './classLines.ts';
import { as, Class, External, Instance, Member, Module, PySet, Routine, Unreadable, type Value } from './values.ts';

/** A value that prints as Python's own rules say. Throws `Unreadable` for objects, which print what they like. */
export function printable(value: Value): Value {
  if ([Class, Instance, Member, PySet, Module, Routine, External].some(type => as(value, type as typeof Class)))
    throw new Unreadable('What this object prints is not read.');
  return value;
}

/** What `str` makes of a value: members of plain enums have a text that is the same in all versions of Python. Throws `Unreadable`. */
export function printedByStr(value: Value): Value {
  const member = as(value, Member);
  return (member && textOfMember(member)) ?? printable(value);
}

function textOfMember({ of, name, value, isMixed }: Member): string | undefined {
  if (findInClass(of, '__str__') || findInClass(of, '__format__')) return undefined;
  if (!isMixed) return `${of.name}.${name}`;
  const isText = typeof value.value === 'string' && basesOf(of).some(path => lastOf(path) === 'StrEnum');
  return isText ? (value.value as string) : undefined;
}
