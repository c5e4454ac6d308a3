import type { PyValue } from '../../core/pyValue.ts';
import { isInt64, isPyInt, pyFloatValue } from '../pyNumber.ts';
import {
  compositeName,
  fail,
  failUnicode,
  floorExactness,
  isBroken,
  lax,
  strict,
  type Validator,
} from '../validator.ts';

/** `Any`: everything, as it is. In a union it comes after an exact type but before a coercion. */
export const anyField: Validator = {
  name: 'any',
  validate(input, _place, run) {
    floorExactness(run, strict);
    return input;
  },
  keeps: () => true,
};

/** `None`. */
export const noneField: Validator = {
  name: 'none',
  validate: (input, place, run) =>
    input === null ? null : fail(run, place, input, 'none_required', 'Input should be None'),
  keeps: value => value === null,
};

/** `Optional[T]`. */
export function nullableField(inner: Validator): Validator {
  return {
    get name() {
      return compositeName('nullable[', [inner]);
    },
    validate: (input, place, run) => (input === null ? null : inner.validate(input, place, run)),
    keeps: value => value === null || inner.keeps?.(value) === true,
  };
}

/** A `RootModel`: its one value, under its own name. */
export function rootModelField(className: string, root: Validator): Validator {
  return {
    name: className,
    validate(input, place, run) {
      floorExactness(run, strict);
      return root.validate(input, place, run);
    },
    keeps: value => root.keeps?.(value) === true,
  };
}

const yes = new Set(['1', 't', 'true', 'y', 'yes', 'on']);
const no = new Set(['0', 'f', 'false', 'n', 'no', 'off']);
const upperCase = /[A-Z]/g;

/** A bool: also from 0 and 1 and from the usual words, in any ASCII case and untrimmed. */
export const boolField: Validator = {
  name: 'bool',
  validate(input, place, run) {
    if (typeof input === 'boolean') return input;
    if (isBroken(input)) return failUnicode(input, place, run);
    const value = typeof input === 'string' ? ofWord(input) : ofNumber(input);
    if (value === 'no number') return fail(run, place, input, 'bool_type', 'Input should be a valid boolean');
    if (value === 'no bool')
      return fail(run, place, input, 'bool_parsing', 'Input should be a valid boolean, unable to interpret input');
    floorExactness(run, lax);
    return value;
  },
  keeps: value => typeof value === 'boolean',
};

function ofWord(text: string): boolean | 'no bool' {
  if (text.length > 5) return 'no bool';
  const word = text.replace(upperCase, letter => letter.toLowerCase());
  if (yes.has(word)) return true;
  return no.has(word) ? false : 'no bool';
}

function ofNumber(input: PyValue): boolean | 'no bool' | 'no number' {
  if (isPyInt(input) && isInt64(input)) return ofInteger(Number(input));
  const float = pyFloatValue(input);
  // A larger int or a float that is not a 64-bit int is not looked at as a number at all.
  if (float === undefined || !Number.isInteger(float) || Math.abs(float) >= 2 ** 63) return 'no number';
  return ofInteger(float);
}

function ofInteger(value: number): boolean | 'no bool' {
  return value === 0 ? false : value === 1 ? true : 'no bool';
}
