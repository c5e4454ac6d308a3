import { type PyFloat, type PyValue, pyFloat } from '../../core/pyValue.ts';
import { asFloat, isPyInt, pyFloatValue, rustFloat, rustRound } from '../pyNumber.ts';
import { rustTrim } from '../text.ts';
import {
  type Failed,
  fail,
  floorExactness,
  type Location,
  lax,
  type Run,
  strict,
  type Validator,
} from '../validator.ts';
import { type Bounds, type Ordering, withBounds } from './bounds.ts';
import { failUnicode, isBroken } from './unicode.ts';

const ordering: Ordering<number> = {
  compare: (a, b) => (a < b ? -1 : a > b ? 1 : a === b ? 0 : undefined),
  // With Pydantic's tolerance; NaN is within it.
  isMultiple: (value, of) => !(Math.abs(value - rustRound(value / of) * of) > 1e-9),
  print: rustFloat,
};

/** A float: also from an int, a bool, and a string in Rust's float syntax (`.5`, `5.`, `1e5`, `inf`, `nan`, `1_000`). */
export function floatField(bounds: Bounds<number>): Validator {
  const float = { name: 'float', validate: coerceFloat, keeps: (value: unknown) => typeof value === 'number' };
  return withBounds(float, bounds, ordering, value => pyFloatValue(value)!);
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
