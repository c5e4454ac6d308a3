import { PyFloat, type PyValue } from '../core/pyValue.ts';

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;
const notFloat = 2n ** 1024n - 2n ** 970n;

/** True for a Python int (a bool does not count here). */
export function isPyInt(value: PyValue): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}

/** The number of a Python float, or `undefined` for anything else. */
export function pyFloatValue(value: PyValue): number | undefined {
  if (value instanceof PyFloat) return value.value;
  return typeof value === 'number' && !Number.isInteger(value) ? value : undefined;
}

/** True when an int has 64 bits with sign. */
export function isInt64(value: number | bigint): boolean {
  const big = BigInt(value);
  return big >= minInt64 && big <= maxInt64;
}

/** Python's `float(int)`, or `undefined` where it raises `OverflowError`. */
export function intToFloat(value: number | bigint): number | undefined {
  const big = BigInt(value);
  return big >= notFloat || big <= -notFloat ? undefined : Number(value);
}

/** The number that an int or a float of Python is as a double; `undefined` for anything else and for ints too large. A bool is 0 or 1. */
export function asFloat(value: PyValue): number | undefined {
  if (typeof value === 'boolean') return Number(value);
  return isPyInt(value) ? intToFloat(value) : pyFloatValue(value);
}

/** How Rust prints a double: never with an exponent, and 1.0 as `1`. */
export function rustFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const [mantissa = '0', exponentText = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const point = Number(exponentText) + 1;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const fraction = digits.slice(point);
  return `${sign}${digits.slice(0, point).padEnd(point, '0')}${fraction && `.${fraction}`}`;
}

/** Rust's `f64::round`: half away from zero. */
export function rustRound(value: number): number {
  return Math.sign(value) * Math.floor(Math.abs(value) + 0.5);
}
