import { numericOf, textOf } from '../../../python/index.ts';
import { basesOf, findInClass, isEnum, isMixedEnum, lastOf } from './classLines.ts';
import { Part } from './libraryValues.ts';
import { as, Class, Decorated, Member, type Placed, Routine, unknown, type Value } from './values.ts';

/** The members of an enum of the program, in their order: a second name of a value is another name of its member. */
export function membersOf(of: Class): readonly Member[] {
  const seen = new Set<unknown>();
  return namedMembers(of).filter(({ value }) => {
    const key = keyOf(value.value);
    return !seen.has(key) && seen.add(key);
  });
}

/** The member that a name of an enum stands for; `undefined`: none. */
export function memberNamed(of: Class, name: string): Member | undefined {
  const named = namedMembers(of).find(each => each.name === name);
  return named && membersOf(of).find(({ value }) => keyOf(value.value) === keyOf(named.value.value));
}

/** All names of the members of an enum, second ones included. */
export function namesOfMembers(of: Class): readonly string[] {
  return namedMembers(of).map(({ name }) => name);
}

function namedMembers(of: Class): readonly Member[] {
  const isMember = (name: string, value: Value) =>
    !name.startsWith('_') && !as(value, Routine) && !as(value, Decorated) && !as(value, Class);
  return [...of.names.names]
    .filter(([name, { value }]) => isMember(name, value))
    .map(([name, placed]) => memberOf(of, name, placed));
}

function keyOf(value: Value): unknown {
  return textOf(value) ?? numericOf(value) ?? value;
}

const members = new WeakMap<Placed, Member>();

/** The one object that a member is. */
function memberOf(of: Class, name: string, placed: Placed): Member {
  const member = members.get(placed) ?? new Member(of, name, placed, isMixedEnum(of));
  members.set(placed, member);
  return member;
}

/** Gives the members that are written as `auto()` their values. Called where the body of the class ends. */
export function numberAutos(of: Class): void {
  if (!isEnum(of)) return;
  let last: Value = 0;
  for (const { name, value: placed } of namedMembers(of)) {
    const isAuto = as(placed.value, Part)?.name === 'auto';
    const value: Value = isAuto
      ? (autoOf(of, name, last) ?? unknown('What `auto` gives here is not read.', placed.at))
      : placed.value;
    if (isAuto) of.names.names.set(name, { value, at: placed.at });
    // What stands between may have any value; versions of Python count on from it differently.
    last = typeof value === 'number' && typeof last === 'number' && value > last ? value : '';
  }
}

function autoOf(of: Class, name: string, last: Value): Value | undefined {
  if (findInClass(of, '_generate_next_value_')) return undefined;
  const bases = basesOf(of).map(lastOf);
  if (bases.includes('StrEnum')) return name.toLowerCase();
  return bases.includes('str') || typeof last !== 'number' ? undefined : last + 1;
}
