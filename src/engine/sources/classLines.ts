import { as, Class, External, type Placed, type Value } from './values.ts';

/** A class with those of the program that it derives from, the most derived first, as far as they stand in one line. */
export function lineOf(of: Class): readonly Class[] {
  const line: Class[] = [];
  const pending: Class[] = [of];
  for (let next = pending.shift(); next; next = pending.shift()) {
    if (line.includes(next) || line.length > 50) continue;
    line.push(next);
    pending.push(...next.bases.flatMap(base => as(base, Class) ?? []));
  }
  return line;
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
export function isMixedEnum(of: Class): boolean {
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
