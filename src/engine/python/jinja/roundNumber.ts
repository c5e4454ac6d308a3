import { pyFloat, pyInt } from '../../core/pyValue.ts';
import { fixed } from './formatValues.ts';
import { JinjaError } from './jinjaError.ts';
import type { Numeric } from './jinjaNumbers.ts';
import type { JinjaValue } from './value.ts';

/** Python's `round(number, digits)`: half to even. Raises its `OverflowError`. */
export function roundNumber(number: Numeric, digits: number): JinjaValue {
  return typeof number === 'bigint' ? pyInt(roundInteger(number, digits)) : pyFloat(roundFloat(number, digits));
}

/** Python's `round(number, digits)` of an int: half to even. */
function roundInteger(number: bigint, digits: number): bigint {
  if (digits >= 0) return number;
  return -digits > number.toString().length ? 0n : toMultiple(number, 10n ** BigInt(-digits));
}

/** Python's `round(number, digits)` of a float: as its exact value says, half to even. Raises its `OverflowError`. */
function roundFloat(number: number, digits: number): number {
  // `toFixed` writes no more digits: what is that small stays.
  if (!Number.isFinite(number) || digits > 100) return number;
  const size = Math.abs(number);
  const rounded = digits < 0 ? toTens(size, -digits) : Number(fixed(size, digits));
  return number < 0 || Object.is(number, -0) ? -rounded : rounded;
}

function toTens(size: number, zeros: number): number {
  if (zeros > 308) return 0;
  // Twice as much, odd where there is a fraction, tells whether it lies exactly between two.
  const doubled = BigInt(Math.trunc(size)) * 2n + (Number.isInteger(size) ? 0n : 1n);
  const rounded = Number(toMultiple(doubled, 2n * 10n ** BigInt(zeros)) / 2n);
  if (rounded === Number.POSITIVE_INFINITY)
    throw new JinjaError('OverflowError', 'rounded value too large to represent');
  return rounded;
}

/** The multiple of `unit` that is nearest; of two, the even one. */
function toMultiple(number: bigint, unit: bigint): bigint {
  const rest = ((number % unit) + unit) % unit;
  const down = number - rest;
  const isUp = rest * 2n > unit || (rest * 2n === unit && (down / unit) % 2n !== 0n);
  return isUp ? down + unit : down;
}
