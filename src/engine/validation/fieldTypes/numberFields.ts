import { type PyFloat, type PyValue, pyFloat, pyInt } from '../../core/pyValue.ts';
import { asFloat, isPyInt, pyFloatValue, rustFloat, rustRound } from '../pyNumber.ts';
import { rustTrim } from '../text.ts';
import {
  type Failed,
  fail,
  failed,
  failUnicode,
  floorExactness,
  isBroken,
  type Location,
  lax,
  newRun,
  type Run,
  strict,
  type Validator,
} from '../validator.ts';

/** The constraints of a number, as in the schema. `N` is what the values are compared as. */
export interface Bounds<N> {
  readonly multipleOf?: N;
  readonly le?: N;
  readonly lt?: N;
  readonly ge?: N;
  readonly gt?: N;
}

/** How a kind of number is checked against bounds. `compare` gives `undefined` where nothing is in order (NaN). */
export interface Ordering<N> {
  compare(a: N, b: N): number | undefined;
  isMultiple(value: N, of: N): boolean;
  print(bound: N): string;
}

/** Checks the bounds in Pydantic's order and reports the first that is broken; `undefined` when all hold. */
export function checkBounds<N>(
  value: N,
  bounds: Bounds<N>,
  { compare, isMultiple, print }: Ordering<N>,
  input: PyValue,
  place: Location | undefined,
  run: Run,
): Failed | undefined {
  const { multipleOf, le, lt, ge, gt } = bounds;
  const refuse = (type: string, words: string, bound: N): Failed =>
    fail(run, place, input, type, `Input should be ${words} ${print(bound)}`);
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    return refuse('multiple_of', 'a multiple of', multipleOf);
  const holds = (bound: N, test: (order: number) => boolean) => {
    const order = compare(value, bound);
    return order !== undefined && test(order);
  };
  if (le !== undefined && !holds(le, order => order <= 0))
    return refuse('less_than_equal', 'less than or equal to', le);
  if (lt !== undefined && !holds(lt, order => order < 0)) return refuse('less_than', 'less than', lt);
  if (ge !== undefined && !holds(ge, order => order >= 0))
    return refuse('greater_than_equal', 'greater than or equal to', ge);
  if (gt !== undefined && !holds(gt, order => order > 0)) return refuse('greater_than', 'greater than', gt);
  return undefined;
}

/** A validator of numbers, with `bounds`; without any it stays as it is. `toNumber` makes what a valid value is compared as. */
function withBounds<N>(
  number: Required<Validator>,
  bounds: Bounds<N>,
  ordering: Ordering<N>,
  toNumber: (value: PyValue) => N,
): Validator {
  if (Object.values(bounds).every(bound => bound === undefined)) return number;
  const validate = (input: PyValue, place: Location | undefined, run: Run): PyValue | Failed => {
    const value = number.validate(input, place, run);
    if (value === failed) return failed;
    return checkBounds(toNumber(value), bounds, ordering, input, place, run) ?? value;
  };
  return {
    name: `constrained-${number.name}`,
    validate,
    keeps: value => number.keeps(value) && validate(value as PyValue, undefined, newRun()) !== failed,
  };
}

/** CPython's limit for the digits of an int, which Pydantic keeps to for strings. */
const maxDigits = 4300;
const intOrdering: Ordering<bigint> = {
  compare: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  isMultiple: (value, of) => of === 0n || value % of === 0n,
  print: String,
};

/** An int: also from a bool, from a float without a fraction below 2^63, and from a string like ` +1_000.0 `. */
export function intField(bounds: Bounds<bigint>): Validator {
  const int = { name: 'int', validate: coerceInt, keeps: Number.isSafeInteger };
  return withBounds(int, bounds, intOrdering, value => BigInt(value as number | bigint));
}

/** Pydantic's lax int. */
export function coerceInt(input: PyValue, place: Location | undefined, run: Run): number | bigint | Failed {
  if (isPyInt(input)) return input;
  floorExactness(run, lax);
  if (typeof input === 'boolean') return Number(input);
  if (typeof input === 'string') return intOfString(input, place, run);
  const float = pyFloatValue(input);
  if (float === undefined) return fail(run, place, input, 'int_type', 'Input should be a valid integer');
  if (!Number.isFinite(float)) return fail(run, place, input, 'finite_number', 'Input should be a finite number');
  if (!Number.isInteger(float)) {
    const msg = 'Input should be a valid integer, got a number with a fractional part';
    return fail(run, place, input, 'int_from_float', msg);
  }
  return Math.abs(float) < 2 ** 63 ? pyInt(BigInt(float)) : failIntSize(input, place, run);
}

/** The error of an int that Pydantic does not hold. */
export function failIntSize(input: PyValue, place: Location | undefined, run: Run): Failed {
  const msg = 'Unable to parse input string as an integer, exceeded maximum size';
  return fail(run, place, input, 'int_parsing_size', msg);
}

function intOfString(text: string, place: Location | undefined, run: Run): number | bigint | Failed {
  if (isBroken(text)) return failUnicode(text, place, run);
  if (isInteger(text)) return text.length > maxDigits ? failIntSize(text, place, run) : pyInt(BigInt(text));
  // A string that is too long, once cleaned, is not an int at all to Pydantic.
  const cleaned = cleanInt(text);
  if (cleaned !== undefined && isInteger(cleaned) && cleaned.length <= maxDigits) return pyInt(BigInt(cleaned));
  const msg = 'Input should be a valid integer, unable to parse string as an integer';
  return fail(run, place, text, 'int_parsing', msg);
}

function isInteger(text: string): boolean {
  return /^-?(?:0|[1-9][0-9]*)$/.test(text);
}

/** The digits without blanks, a plus, leading zeros, `.0` and single underscores; `undefined` where a sign or a first digit is wrong. */
function cleanInt(text: string): string | undefined {
  const parts = /^(\+?)(-?)([0-9].*)$/s.exec(rustTrim(text));
  if (parts === null || (parts[1] && parts[2])) return undefined;
  let digits = parts[3] ?? '';
  const zeros = /^0[0_]*/.exec(digits)?.[0].length ?? 0;
  if (zeros > 0) {
    const next = digits[zeros];
    if (next !== undefined && !/[-.1-9]/.test(next)) return undefined;
    digits = digits.slice(next === undefined || next === '.' ? zeros - 1 : zeros);
  }
  const point = digits.indexOf('.');
  if (point >= 0 && /^0+$/.test(digits.slice(point + 1))) digits = digits.slice(0, point);
  if (!digits.startsWith('_') && !digits.endsWith('_') && !digits.includes('__')) digits = digits.replaceAll('_', '');
  return parts[2] + digits;
}

const floatOrdering: Ordering<number> = {
  compare: (a, b) => (a < b ? -1 : a > b ? 1 : a === b ? 0 : undefined),
  // With Pydantic's tolerance; NaN is within it.
  isMultiple: (value, of) => !(Math.abs(value - rustRound(value / of) * of) > 1e-9),
  print: rustFloat,
};

/** A float: also from an int, a bool, and a string in Rust's float syntax (`.5`, `5.`, `1e5`, `inf`, `nan`, `1_000`). */
export function floatField(bounds: Bounds<number>): Validator {
  const float = { name: 'float', validate: coerceFloat, keeps: (value: unknown) => typeof value === 'number' };
  return withBounds(float, bounds, floatOrdering, value => pyFloatValue(value)!);
}

/** Pydantic's lax float. */
export function coerceFloat(input: PyValue, place: Location | undefined, run: Run): number | PyFloat | Failed {
  const float = pyFloatValue(input);
  if (float !== undefined) return pyFloat(float);
  if (typeof input === 'string') {
    if (isBroken(input)) return failUnicode(input, place, run);
    floorExactness(run, lax);
    const value = rustParseFloat(rustTrim(input)) ?? rustParseFloat(withoutUnderscores(input));
    if (value !== undefined) return pyFloat(value);
    const msg = 'Input should be a valid number, unable to parse string as a number';
    return fail(run, place, input, 'float_parsing', msg);
  }
  const value = asFloat(input);
  if (value === undefined) return fail(run, place, input, 'float_type', 'Input should be a valid number');
  floorExactness(run, isPyInt(input) ? strict : lax);
  return pyFloat(value);
}

function rustParseFloat(text: string): number | undefined {
  if (/^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(text)) return Number(text);
  const named = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (named === null) return undefined;
  return named[2]?.toLowerCase() === 'nan' ? Number.NaN : named[1] === '-' ? -Infinity : Infinity;
}

/** The text without its single underscores; as it is where one is first, last or doubled, which then is not a number. */
function withoutUnderscores(text: string): string {
  return text.startsWith('_') || text.endsWith('_') || text.includes('__') ? text : text.replaceAll('_', '');
}
