import { isPyDict, isPyList, type PyDict, PyFloat, type PyValue } from '../../core/pyValue.ts';

/** How many keys a draft takes from responses; what has more is not a record but data. */
const maxKeys = 50;
/** How deep hints follow an object. */
const maxDepth = 3;

/** The keys of some objects, as a draft names them: in the order of their first appearance. */
export interface DraftedKeys {
  readonly all: readonly string[];
  /** The keys that every object has. */
  readonly common: readonly string[];
}

/** The keys of some objects; at most 50, where there are more. */
export function draftKeys(objects: readonly PyDict[]): DraftedKeys {
  const counts = new Map<string, number>();
  for (const object of objects)
    for (const key of object.keys())
      if (counts.size < maxKeys || counts.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const all = [...counts.keys()];
  return { all, common: all.filter(key => counts.get(key) === objects.length) };
}

/** A hint for each key of some objects, from the first value that it has. */
export function draftHints(objects: readonly PyDict[], depth = 0): PyDict {
  const { all } = draftKeys(objects);
  return new Map(
    all.map(key => [key, hintOf(objects.find(object => object.has(key))?.get(key) ?? null, key, depth + 1)]),
  );
}

/** What stands for a value in an instruction. */
export function hintOf(value: PyValue, name: string, depth = 0): PyValue {
  if (isPyDict(value)) return depth < maxDepth && value.size > 0 ? draftHints([value], depth) : 'an object';
  if (isPyList(value))
    return value.length > 0 && depth < maxDepth ? [hintOf(value[0] ?? null, name, depth + 1)] : 'a list';
  if (typeof value === 'boolean') return 'true or false';
  if (typeof value === 'bigint' || value instanceof PyFloat || typeof value === 'number') return 'a number';
  return `the ${name.replace(/[_\s]+/g, ' ').trim() || 'text'}`;
}

/** The JSON type of a value, as schemas name it; a string where it tells nothing. */
export function jsonTypeOf(value: PyValue): string {
  if (isPyDict(value)) return 'object';
  if (isPyList(value)) return 'array';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) return 'integer';
  return value instanceof PyFloat || typeof value === 'number' ? 'number' : 'string';
}
