import { isPyDict, isPyList, type PyDict, type PyValue } from '../../python/value.ts';
import { asFloat, isPyInt, pyFloatValue } from '../pyNumber.ts';

/** A path into a schema. */
export type SchemaPath = readonly (string | number)[];

/** Something in a schema that Pydantic would not accept, or that validation cannot honour. */
export interface SchemaProblem {
  readonly path: SchemaPath;
  readonly message: string;
  /** `refused`: Pydantic would not make or accept it. Absent: it is not checked here. */
  readonly kind?: 'refused';
  /** Whether the name of the property at `path` is meant, not its value. */
  readonly ofKey?: boolean;
  /** What stands there most likely instead. */
  readonly nearest?: string;
}

/** The string under a key, or `undefined`. */
export function stringAt(schema: PyDict, key: string): string | undefined {
  const value = schema.get(key);
  return typeof value === 'string' ? value : undefined;
}

/** The non-negative integer under a key, or `undefined`. */
export function countAt(schema: PyDict, key: string): number | undefined {
  const value = schema.get(key);
  const number = value === undefined || typeof value === 'boolean' ? undefined : asFloat(value);
  return number !== undefined && Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** The finite number under a key as an int (where it is one) or a float, or `undefined`. */
export function numberAt(schema: PyDict, key: string): number | bigint | undefined {
  const value = schema.get(key);
  if (value === undefined) return undefined;
  if (isPyInt(value)) return value;
  const float = pyFloatValue(value);
  return float !== undefined && Number.isFinite(float) ? float : undefined;
}

/** The dict under a key, or `undefined`. */
export function dictAt(schema: PyDict, key: string): PyDict | undefined {
  const value = schema.get(key);
  return value !== undefined && isPyDict(value) ? value : undefined;
}

/** The list under a key, or `undefined`. */
export function listAt(schema: PyDict, key: string): readonly PyValue[] | undefined {
  const value = schema.get(key);
  return value !== undefined && isPyList(value) ? value : undefined;
}

/** The schema that a local reference points at, and its path in `root`. */
export function findReference(root: PyDict, ref: string): { schema: PyValue; path: string[] } | undefined {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined;
  const path = ref.split('/').slice(1).map(unescapePointer);
  let schema: PyValue | undefined = root;
  for (const key of path) schema = schema !== undefined && isPyDict(schema) ? schema.get(key) : undefined;
  return schema === undefined ? undefined : { schema, path };
}

/** Where a schema's references lead in the end; `path` is that of the last reference, empty without one. `undefined` where they lead to no schema. */
export function resolveReference(root: PyDict, schema: PyValue): { schema: PyDict; path: string[] } | undefined {
  let at: { schema: PyValue; path: string[] } | undefined = { schema, path: [] };
  for (let hops = 0; hops < 100; hops++) {
    if (at === undefined || !isPyDict(at.schema)) return undefined;
    const ref = stringAt(at.schema, '$ref');
    if (ref === undefined) return { schema: at.schema, path: at.path };
    at = findReference(root, ref);
  }
  return undefined;
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
