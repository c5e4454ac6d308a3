import { EngineError } from './errors.ts';

/**
 * Python values as the source systems see them. Plain JavaScript where JavaScript can tell the difference, and a small
 * class where it cannot:
 *
 * | Python            | here                                                            |
 * | ----------------- | --------------------------------------------------------------- |
 * | None, bool, str   | `null`, `boolean`, `string`                                     |
 * | int               | `number` when it is a safe integer, else `bigint`               |
 * | float             | `number` when it is not an integer (1.5, NaN, Infinity), else `PyFloat` (1.0, -0.0, 1e16) |
 * | list              | array                                                           |
 * | dict              | `Map` (keeps key order, `"10"` before `"9"`, and `__proto__`)   |
 * | anything else     | `PyOpaque` (a datetime, a Decimal, a set, an enum member, …)    |
 */
export type PyValue = null | boolean | string | number | bigint | PyFloat | PyOpaque | PyList | PyDict;
/** A Python list. */
export type PyList = readonly PyValue[];
/** A Python dict with string keys, in insertion order. */
export type PyDict = ReadonlyMap<string, PyValue>;

/** A Python float whose value is an integer, which a JavaScript number could not tell from an int. */
export class PyFloat {
  /** Its name, also in a build with short ones. */
  static readonly name = 'PyFloat';
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** A Python object that JSON does not have: `repr` is its Python repr, `json` what Pydantic's JSON mode prints for it, `type` the name of its class. */
export class PyOpaque {
  /** Its name, also in a build with short ones. */
  static readonly name = 'PyOpaque';
  readonly type: string;
  readonly repr: string;
  readonly json: PyValue;
  constructor(type: string, repr: string, json: PyValue) {
    this.type = type;
    this.repr = repr;
    this.json = json;
  }
}

/** The Python float of a JavaScript number. */
export function pyFloat(value: number): number | PyFloat {
  return Number.isInteger(value) ? new PyFloat(value) : value;
}

/** The Python int of a JavaScript integer: a `number` when safe, else the `bigint`. */
export function pyInt(value: bigint): number | bigint {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** True for a dict. */
export function isPyDict(value: PyValue | undefined): value is PyDict {
  return value instanceof Map;
}

/** True for a list. */
export function isPyList(value: PyValue | undefined): value is PyList {
  return Array.isArray(value);
}

/** What a value is, as JSON sees it. Numbers are one kind. */
export type ValueKind = 'object' | 'list' | 'string' | 'number' | 'boolean' | 'null';

/** The kind of a value. */
export function valueKind(value: PyValue): ValueKind {
  if (value === null) return 'null';
  if (isPyDict(value)) return 'object';
  if (isPyList(value)) return 'list';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  if (value instanceof PyFloat) return 'number';
  return value instanceof PyOpaque ? valueKind(value.json) : 'number';
}

/** `type(value).__name__`, as Python's messages print it. */
export function pyTypeName(value: PyValue): string {
  if (value === null) return 'NoneType';
  if (value instanceof PyFloat) return 'float';
  if (value instanceof PyOpaque) return value.type;
  if (isPyList(value)) return 'list';
  if (isPyDict(value)) return 'dict';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'string':
      return 'str';
    case 'bigint':
      return 'int';
    default:
      return Number.isInteger(value) ? 'int' : 'float';
  }
}

/**
 * Plain JavaScript data of a Python value: dicts become objects (`__proto__` an own key like any other), `PyFloat`s
 * numbers, `PyOpaque`s their JSON form; integers past 2^53 stay `bigint`. Recursion depth is that of the value, which
 * `jsonLoads` limits as CPython does.
 */
export function toPlain(value: PyValue): unknown {
  if (value instanceof PyFloat) return value.value;
  if (value instanceof PyOpaque) return toPlain(value.json);
  if (isPyList(value)) {
    // No `map`, whose frames would end the stack sooner here than where values are read.
    const list: unknown[] = [];
    for (const item of value) list.push(toPlain(item));
    return list;
  }
  if (value !== null && typeof value === 'object') {
    const object: Record<string, unknown> = {};
    for (const [key, item] of value) setOwn(object, key, toPlain(item));
    return object;
  }
  return value;
}

/**
 * How deep lists and dicts may nest. CPython allows 1000 frames in all; a parser that is called from a short script has
 * about this many left for its JSON.
 */
export const maxJsonDepth = 990;

/**
 * The Python value of plain JavaScript data (JSON-like; anything else becomes `null`). Every integral number is taken for an
 * int, but -0 for a float. Throws `EngineError` of class `RecursionError` for data that is inside itself, or deeper than JSON may be.
 */
export function fromPlain(data: unknown): PyValue {
  return converted(data, 0);
}

function converted(data: unknown, depth: number): PyValue {
  if (data === null || typeof data === 'boolean' || typeof data === 'string') return data;
  if (typeof data === 'bigint') return pyInt(data);
  if (typeof data === 'number') {
    if (Object.is(data, -0)) return new PyFloat(data);
    return Number.isInteger(data) && !Number.isSafeInteger(data) ? BigInt(data) : data;
  }
  if (data instanceof PyFloat || data instanceof PyOpaque) return data;
  if (typeof data !== 'object') return null;
  // What reads the value goes as deep as it does, with less of the stack left: the limit is that of JSON.
  if (depth === maxJsonDepth) throw new EngineError('RecursionError', 'maximum recursion depth exceeded');
  const inner = (item: unknown) => converted(item, depth + 1);
  if (Array.isArray(data)) return data.map(inner);
  if (data instanceof Map) return new Map([...data].map(([key, item]) => [String(key), inner(item)]));
  return new Map(Object.entries(data).map(([key, item]) => [key, inner(item)]));
}

/** Sets a member of plain data, `__proto__` like any other. */
export function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/** A dict of an object's members, without those that are `undefined`. */
export function dict(members: Readonly<Record<string, PyValue | undefined>>): PyDict {
  const entries = Object.entries(members);
  return new Map(entries.filter((entry): entry is [string, PyValue] => entry[1] !== undefined));
}
