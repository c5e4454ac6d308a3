import { childOf } from '../../../code/python/read/syntax.ts';
import { numericOf, textOf } from '../../../python/index.ts';
import { Part } from './libraryValues.ts';
import {
  as,
  Class,
  Decorated,
  External,
  Instance,
  Member,
  type Placed,
  Routine,
  unknown,
  type Value,
} from './values.ts';

const lines = new WeakMap<Class, readonly Class[]>();

/** A class with those of the program that it derives from, in the order in which Python looks through them. */
export function lineOf(of: Class): readonly Class[] {
  const cached = lines.get(of);
  if (cached) return cached;
  // A class that derives from itself.
  lines.set(of, [of]);
  const bases = of.bases.flatMap(base => as(base, Class) ?? []);
  const line = [of, ...merged([...bases.map(base => [...lineOf(base)]), bases])];
  lines.set(of, line);
  return line;
}

/** Python's C3: a class before those that it derives from, bases in the order in which they are named. */
function merged(lists: readonly Class[][]): readonly Class[] {
  const made: Class[] = [];
  for (let rest = lists.filter(({ length }) => length > 0); rest.length > 0; ) {
    // Where there is none, Python refuses the class.
    const isHead = ([first]: readonly Class[]) => !rest.some(each => each.indexOf(first!) > 0);
    const next = (rest.find(isHead) ?? rest[0]!)[0]!;
    made.push(next);
    rest = rest.map(each => each.filter(one => one !== next)).filter(({ length }) => length > 0);
  }
  return made;
}

/** The dotted paths of the classes of other packages that a class derives from. */
export function basesOf(of: Class): readonly string[] {
  return lineOf(of).flatMap(each => each.bases.flatMap(base => as(base, External)?.path ?? []));
}

/** The last name of a dotted path. */
export function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

const enums = new Set(['Enum', 'IntEnum', 'StrEnum']);

/** Whether the attributes of a class are members of an enum. */
export function isEnum(of: Class): boolean {
  return basesOf(of).some(path => enums.has(lastOf(path)));
}

/** Whether the members of an enum are texts or numbers as well. */
function isMixedEnum(of: Class): boolean {
  return basesOf(of).some(path => /^(?:builtins\.(?:str|int)|.*\b(?:IntEnum|StrEnum))$/.test(path));
}

/** Whether the instances of a class are named tuples. */
export function isNamedTuple(of: Class): boolean {
  return basesOf(of).some(path => lastOf(path) === 'NamedTuple');
}

/** What a class, or one that it derives from, has under a name. */
export function findInClass(of: Class, name: string): { readonly placed: Placed; readonly owner: Class } | undefined {
  for (const owner of lineOf(of)) {
    const placed = owner.names.names.get(name);
    if (placed) return { placed, owner };
  }
  return undefined;
}

/** Whether a class derives from one that the program does not show whole, so that it may have attributes that nobody sees. */
export function hasUnknownBase(of: Class): boolean {
  return lineOf(of).some(each =>
    each.bases.some((base: Value) => !as(base, Class) && !isPlain(as(base, External)?.path)),
  );
}

function isPlain(path: string | undefined): boolean {
  return (
    path !== undefined &&
    (path === 'builtins.object' || /(?:^|\.)(?:ABC|Protocol|Generic|NamedTuple|TypedDict)$/.test(path))
  );
}

/** Whether a class, or a metaclass of it, answers for attributes that nobody wrote. */
function isDynamic(of: Class, text: string): boolean {
  const heads = lineOf(of).map(({ node }) => text.slice(node.from, childOf(node, 'Body')?.from ?? node.from));
  const own = ['__getattr__', '__getattribute__', '__slots__'];
  return heads.some(head => /\bmetaclass\b/.test(head)) || own.some(name => findInClass(of, name));
}

/** Whether a class or an object of one surely has no attribute of a name. */
export function lacksAttribute(value: Value, name: string, text: string): boolean {
  const instance = as(value, Instance);
  const of = instance?.of ?? as(value, Class);
  if (!of || name.startsWith('__') || instance?.names.names.has(name) || findInClass(of, name)) return false;
  return !hasUnknownBase(of) && !isNamedTuple(of) && !isEnum(of) && !isDynamic(of, text) && name !== 'mro';
}

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
