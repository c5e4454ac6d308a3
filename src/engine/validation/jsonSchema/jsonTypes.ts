import { isPyDict, isPyList, PyFloat, PyOpaque, type PyValue } from '../../core/pyValue.ts';

/** True where a value is of a type of JSON Schema: 1.0 is an integer, true is not a number. */
export function isOfType(value: PyValue, type: string): boolean {
  switch (type) {
    case 'array':
      return isPyList(value);
    case 'object':
      return isPyDict(value);
    case 'null':
      return value === null;
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'number':
      return isNumber(value);
    case 'integer':
      return isNumber(value) && (value instanceof PyFloat ? Number.isFinite(value.value) : isWhole(value));
    default:
      return false;
  }
}

/** True for an int or a float. */
export function isNumber(value: PyValue): value is number | bigint | PyFloat {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof PyFloat;
}

function isWhole(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

/** Which of two numbers is larger, exactly; `undefined` where one is NaN. */
export function compareNumbers(a: PyValue, b: PyValue): number | undefined {
  const [left, right] = [plainNumber(a), plainNumber(b)];
  if (left === undefined || right === undefined) return undefined;
  if (left < right) return -1;
  if (left > right) return 1;
  return left === right || Number(left) === Number(right) ? 0 : undefined;
}

function plainNumber(value: PyValue): number | bigint | undefined {
  if (value instanceof PyFloat) return value.value;
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
}

/**
 * A text that two values share exactly where `jsonschema` takes them for equal: 1 is 1.0 but not true, and the order of
 * keys does not count. Linear but for sorting keys.
 */
export function equalityKey(value: PyValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (isPyList(value)) return `[${value.map(equalityKey).join(',')}]`;
  if (isPyDict(value)) {
    const members = [...value].map(([key, item]) => `${JSON.stringify(key)}:${equalityKey(item)}`);
    return `{${members.sort().join(',')}}`;
  }
  if (value instanceof PyOpaque) return `<${value.repr}>`;
  const number = plainNumber(value)!;
  return typeof number === 'number' && Number.isInteger(number) ? String(BigInt(number)) : String(number);
}

/** Python's `sorted(texts)`: by code points. */
export function sortedTexts(texts: readonly string[]): string[] {
  return [...texts].sort(compareTexts);
}

/** Which of two texts comes first in Python. */
export function compareTexts(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!;
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
