import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';

/**
 * A schema in the order in which Pydantic's `model_json_schema()` prints it, so that one written by hand looks the same
 * in the instruction: keys sorted by code points, but the members of `properties` and `default` as they stand. Recursion
 * is as deep as the schema.
 */
export function sortSchema(schema: PyDict): PyDict {
  return sortDict(schema, undefined);
}

function sortDict(dict: PyDict, parent: string | undefined): PyDict {
  const entries = [...dict];
  if (parent !== 'properties' && parent !== 'default') entries.sort(([a], [b]) => compareCodePoints(a, b));
  return new Map(entries.map(([key, value]) => [key, sortValue(value, key)]));
}

function sortValue(value: PyValue, parent: string | undefined): PyValue {
  if (isPyDict(value)) return sortDict(value, parent);
  return isPyList(value) ? value.map(item => sortValue(item, parent)) : value;
}

/** Python's order of strings; JavaScript's own is that of UTF-16 units. */
function compareCodePoints(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  return (a.codePointAt(i) ?? -1) - (b.codePointAt(i) ?? -1);
}
