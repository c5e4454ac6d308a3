import { isPyDict, isPyList, PyFloat, PyOpaque, type PyValue } from '../core/pyValue.ts';

/**
 * A value with what JSON can hold only: `NaN`, `Infinity` and `-Infinity` as strings of that spelling, objects of
 * Pydantic as its JSON mode prints them. `1.0` and big integers stay exact. Recursion is as deep as the value.
 */
export function toJsonValue(value: PyValue): PyValue {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof PyOpaque) return toJsonValue(value.json);
  if (isPyList(value)) return value.map(toJsonValue);
  if (isPyDict(value)) return new Map([...value].map(([key, item]) => [key, toJsonValue(item)]));
  return value;
}

/** Whether two values of {@link toJsonValue}'s kind are the same JSON: numbers by value, so `1` is `1.0`; objects whatever their order. */
export function jsonEquals(a: PyValue, b: PyValue): boolean {
  if (isPyList(a)) return isPyList(b) && a.length === b.length && a.every((item, i) => jsonEquals(item, b[i]!));
  if (isPyDict(a)) {
    if (!isPyDict(b) || a.size !== b.size) return false;
    for (const [key, item] of a) {
      const other = b.get(key);
      if (other === undefined || !jsonEquals(item, other)) return false;
    }
    return true;
  }
  const left = a instanceof PyFloat ? a.value : a;
  const right = b instanceof PyFloat ? b.value : b;
  if (typeof left === 'bigint' || typeof right === 'bigint')
    // == compares a bigint with a number exactly; anything else is not compared.
    // biome-ignore lint/suspicious/noDoubleEquals: number and bigint are one kind of number here
    return isNumeric(left) && isNumeric(right) && left == right;
  return left === right;
}

function isNumeric(value: PyValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
