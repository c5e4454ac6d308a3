import { Arr, Collection, type Obj, Promised, Unknown, type Value } from './scriptValues.ts';

/** Characters of a text that is made. */
export const maxText = 500_000;

/** The first of some values that only a run can know. */
export function unknownIn(values: readonly Value[]): Unknown | undefined {
  return values.find(value => value instanceof Unknown) as Unknown | undefined;
}

/** Whether a value is one that JavaScript compares and joins as it is. */
export function isPrimitive(value: Value): value is undefined | null | boolean | number | bigint | string {
  return value === null || typeof value !== 'object';
}

/** The members of an object in JavaScript's order: whole numbers first. */
export function membersOf(of: Obj): readonly (readonly [string, Value])[] {
  const all = [...of.members];
  const isIndex = (key: string) => /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
  const first = all.filter(([key]) => isIndex(key)).sort(([a], [b]) => Number(a) - Number(b));
  return first.length === 0 ? all : [...first, ...all.filter(([key]) => !isIndex(key))];
}

/** `String(value)`; `undefined` where that runs code or is too long. */
export function textOf(value: Value, depth = 0): string | undefined {
  if (isPrimitive(value)) return String(value);
  if (value instanceof Arr && !(value instanceof Collection) && !value.hole && depth < 20) {
    const parts = value.items.map(item => (item === undefined || item === null ? '' : textOf(item, depth + 1)));
    if (parts.some(part => part === undefined)) return undefined;
    return bounded(parts as string[], ',');
  }
  return undefined;
}

/** Texts joined; `undefined` where that is too long. */
export function bounded(parts: readonly string[], between = ''): string | undefined {
  const length = parts.reduce((sum, part) => sum + part.length + between.length, 0);
  return length > maxText ? undefined : parts.join(between);
}

/** `Boolean(value)`; what only a run can know of it stays unknown. */
export function truthOf(value: Value): boolean | Unknown {
  if (value instanceof Unknown) return value;
  return value instanceof Promised || !isPrimitive(value) || Boolean(value);
}
