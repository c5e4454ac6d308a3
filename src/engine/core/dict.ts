import type { PyDict, PyValue } from './pyValue.ts';

/** A dict of an object's members, without those that are `undefined`. */
export function dict(members: Readonly<Record<string, PyValue | undefined>>): PyDict {
  const entries = Object.entries(members);
  return new Map(entries.filter((entry): entry is [string, PyValue] => entry[1] !== undefined));
}
