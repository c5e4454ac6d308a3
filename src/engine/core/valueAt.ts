import { isPyDict, isPyList, type PyValue } from './pyValue.ts';

/** The part of a value at a path of keys and indexes; `undefined`: there is none. Linear in the path. */
export function valueAt(value: PyValue | undefined, path: readonly (string | number)[]): PyValue | undefined {
  let part = value;
  for (const step of path) {
    if (part === undefined) return undefined;
    part = isPyDict(part) ? part.get(String(step)) : isPyList(part) ? part[Number(step)] : undefined;
  }
  return part;
}
