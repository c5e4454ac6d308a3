import { PyFloat, pyFloat, pyInt } from '../../core/pyValue.ts';
import { intOfText, numericOf, PySequence, roundNumber } from '../../python/index.ts';
import type { Run } from '../sourceRun.ts';
import { Unreadable, type Value } from '../values.ts';
import { number } from './builtinCall.ts';

/** `abs(value)` */
export function absolute(value: Value): Value {
  const exact = number(value);
  if (exact >= 0 && typeof value !== 'boolean') return value;
  return value instanceof PyFloat || !Number.isInteger(exact) ? pyFloat(-exact) : pyInt(BigInt(Math.abs(exact)));
}

const digits: Readonly<Record<number, RegExp>> = {
  2: /^\s*([-+]?)(?:0b)?([01]+)\s*$/i,
  8: /^\s*([-+]?)(?:0o)?([0-7]+)\s*$/i,
  16: /^\s*([-+]?)(?:0x)?([0-9a-f]+)\s*$/i,
};
const prefixes: Readonly<Record<number, string>> = { 2: '0b', 8: '0o', 16: '0x' };

/** `int(value, base)` */
export function toInt(value: Value, base: Value | undefined): Value {
  if (base !== undefined && base !== 10) {
    const found = typeof value === 'string' && typeof base === 'number' ? digits[base]?.exec(value) : undefined;
    if (!found || found[2]!.length > 1000) throw new Unreadable('A number of this base is not read.');
    const size = BigInt(prefixes[base as number] + found[2]!);
    return pyInt(found[1] === '-' ? -size : size);
  }
  if (typeof value === 'string') return intOfText(value);
  return pyInt(BigInt(Math.trunc(number(value))));
}

/** `bin`, `oct` and `hex`. */
export function inBase(value: Value, base: number): Value {
  const exact = numericOf(value);
  if (typeof exact !== 'bigint') throw new Unreadable('This is not a whole number.');
  const size = (exact < 0n ? -exact : exact).toString(base);
  return `${exact < 0n ? '-' : ''}${prefixes[base]}${size}`;
}

/** `range(…)` */
export function rangeOf([first = 0, second, step = 1]: readonly number[], run: Run): Value {
  const [start, stop] = second === undefined ? [0, first] : [first, second];
  if (step === 0) throw new Unreadable('ValueError: range() arg 3 must not be zero');
  const count = Math.max(0, Math.ceil((stop - start) / step));
  run.spend(count);
  return new PySequence(
    'range',
    Array.from({ length: count }, (_, i) => start + i * step),
  );
}

/** `round(value, places)`: without places it gives a whole number. */
export function rounded(value: Value, places: Value | undefined): Value {
  const exact = numericOf(value);
  if (exact === undefined) throw new Unreadable('This is not a number.');
  if (places !== undefined && places !== null) return roundNumber(exact, number(places));
  const whole = number(roundNumber(exact, 0));
  if (!Number.isFinite(whole)) throw new Unreadable('This number has no whole one.');
  return typeof exact === 'bigint' ? pyInt(exact) : pyInt(BigInt(whole));
}
