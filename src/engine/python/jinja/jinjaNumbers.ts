import { PyFloat, pyFloat, pyInt } from '../../core/pyValue.ts';
import { JinjaError } from './jinjaError.ts';
import type { BinaryOperator } from './node.ts';
import type { JinjaValue } from './value.ts';

/** A number for arithmetic: ints as `bigint`, floats as `number`. */
export type Numeric = number | bigint;

/** The number of a value: bools are ints. `undefined`: it is not a number. */
export function numericOf(value: JinjaValue): Numeric | undefined {
  if (value instanceof PyFloat) return value.value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  return undefined;
}

/** An int as a JavaScript number; `undefined` for anything else. */
export function integerOf(value: JinjaValue): number | undefined {
  const number = numericOf(value);
  return typeof number === 'bigint' ? Number(number) : undefined;
}

/** A Python number of an int or a float. */
export function numberOf(value: Numeric): JinjaValue {
  return typeof value === 'bigint' ? pyInt(value) : pyFloat(value);
}

const zeroMessages: Readonly<Record<string, readonly [string, string]>> = {
  div: ['division by zero', 'float division by zero'],
  floordiv: ['integer division or modulo by zero', 'float floor division by zero'],
  mod: ['integer modulo by zero', 'float modulo'],
};

/** The largest int that a power may give, in bits. */
const maxBits = 20_000;

/** Python's arithmetic on two numbers. Raises `ZeroDivisionError`, `OverflowError`, and our `TemplateError` for a power of too many digits. */
export function calculate(operator: BinaryOperator, left: Numeric, right: Numeric): JinjaValue {
  const isInt = typeof left === 'bigint' && typeof right === 'bigint';
  const messages = zeroMessages[operator];
  if (messages && Number(right) === 0) throw new JinjaError('ZeroDivisionError', messages[isInt ? 0 : 1]);
  if (isInt && operator !== 'div' && !(operator === 'pow' && right < 0n)) return pyInt(integers(operator, left, right));
  const [a, b] = [Number(left), Number(right)];
  if (operator === 'pow' && a === 0 && b < 0)
    throw new JinjaError('ZeroDivisionError', '0.0 cannot be raised to a negative power');
  return pyFloat(floats(operator, a, b));
}

function integers(operator: BinaryOperator, a: bigint, b: bigint): bigint {
  switch (operator) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'floordiv':
      return (a - modulo(a, b)) / b;
    case 'mod':
      return modulo(a, b);
    default:
      if (a !== 0n && a !== 1n && a !== -1n && BigInt(a.toString(2).length) * b > maxBits)
        throw new JinjaError('TemplateError', 'The template does not end, or prints too much.');
      return a ** b;
  }
}

function modulo(a: bigint, b: bigint): bigint {
  const rest = a % b;
  return rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest;
}

function floats(operator: BinaryOperator, a: number, b: number): number {
  switch (operator) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'div':
      return a / b;
    case 'floordiv': {
      // As CPython, by the remainder: `1.0 // 0.1` is 9.0.
      const rest = a % b;
      const quotient = (a - rest) / b - (rest !== 0 && rest < 0 !== b < 0 ? 1 : 0);
      if (quotient === 0) return 0 * (a / b);
      const whole = Math.floor(quotient);
      return quotient - whole > 0.5 ? whole + 1 : whole;
    }
    case 'mod': {
      const rest = a % b;
      if (rest === 0) return b < 0 ? -0 : 0;
      return rest < 0 !== b < 0 ? rest + b : rest;
    }
    default:
      // To C one is one to any power, and minus one to an infinite one.
      return a === 1 || (a === -1 && Math.abs(b) === Number.POSITIVE_INFINITY) ? 1 : a ** b;
  }
}

/** Python's `int(text, base)`; `undefined` where it raises. */
export function parseInteger(text: string, base = 10): bigint | undefined {
  const trimmed = text.trim();
  const sign = /^[-+]?/.exec(trimmed)![0];
  let digits = trimmed.slice(sign.length).toLowerCase();
  const prefix = { '0x': 16, '0o': 8, '0b': 2 }[digits.slice(0, 2)];
  let radix = base;
  if (prefix !== undefined && (base === prefix || base === 0)) {
    digits = digits.slice(2).replace(/^_/, '');
    radix = prefix;
  } else if (base === 0) radix = 10;
  if (!/^[0-9a-z]+(_[0-9a-z]+)*$/.test(digits) || radix < 2 || radix > 36) return undefined;
  let value = 0n;
  if (digits.length > 4300) return undefined;
  for (const digit of digits.replaceAll('_', '')) {
    const number = Number.parseInt(digit, 36);
    if (number >= radix) return undefined;
    value = value * BigInt(radix) + BigInt(number);
  }
  return sign === '-' ? -value : value;
}

/** Python's `float(text)`; `undefined` where it raises. */
export function parseFloatText(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  const special = /^([-+]?)(inf(?:inity)?|nan)$/.exec(trimmed);
  if (special) return special[2] === 'nan' ? Number.NaN : special[1] === '-' ? -Infinity : Infinity;
  if (!/^[-+]?(\d+(_\d+)*(\.(\d+(_\d+)*)?)?|\.\d+(_\d+)*)(e[-+]?\d+(_\d+)*)?$/.test(trimmed)) return undefined;
  return Number(trimmed.replaceAll('_', ''));
}
