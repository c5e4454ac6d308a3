import { PyOpaque } from '../../core/pyValue.ts';
import { bytesRepr, codePointLength, utf8Bytes } from '../../python/index.ts';
import type { Regex } from '../rustRegex/rustRegex.ts';
import { counted } from '../text.ts';
import { fail, failed, floorExactness, lax, newRun, type Validator } from '../validator.ts';
import { failTooLong, failTooShort, type LengthRules } from './collectionFields.ts';
import { failUnicode, isBroken } from './unicode.ts';

/** The constraints of a string; lengths in code points. */
export interface StringRules {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: Regex;
}

/** A str. Nothing is coerced. Only with rules must it be proper Unicode. */
export function stringField({ minLength, maxLength, pattern }: StringRules): Validator {
  const isConstrained = minLength !== undefined || maxLength !== undefined || pattern !== undefined;
  const field: Validator = {
    name: isConstrained ? 'constrained-str' : 'str',
    validate(input, place, run) {
      if (typeof input !== 'string') return fail(run, place, input, 'string_type', 'Input should be a valid string');
      if (!isConstrained) return input;
      if (isBroken(input)) return failUnicode(input, place, run);
      const length = codePointLength(input);
      if (minLength !== undefined && length < minLength) {
        const msg = `String should have at least ${counted(minLength, 'character')}`;
        return fail(run, place, input, 'string_too_short', msg);
      }
      if (maxLength !== undefined && length > maxLength) {
        const msg = `String should have at most ${counted(maxLength, 'character')}`;
        return fail(run, place, input, 'string_too_long', msg);
      }
      if (pattern !== undefined && !pattern.isMatch(input)) {
        const msg = `String should match pattern '${pattern.source}'`;
        return fail(run, place, input, 'string_pattern_mismatch', msg);
      }
      return input;
    },
    keeps: value =>
      typeof value === 'string' && (!isConstrained || field.validate(value, undefined, newRun()) !== failed),
  };
  return field;
}

const after = 'function-after[SecretStr(), str]';
const inner = `json-or-python[json=${after},python=union[is-instance[SecretStr],${after}]]`;

/** `SecretStr`, which shows stars instead of its text. */
export function secretField({ min, max }: LengthRules): Validator {
  return {
    name: `lax-or-strict[lax=${inner},strict=${inner}]`,
    validate(input, place, run) {
      if (typeof input !== 'string') return fail(run, place, input, 'string_type', 'Input should be a valid string');
      const length = codePointLength(input);
      if (min !== undefined && length < min) return failTooShort('Value', min, length, input, place, run);
      if (max !== undefined && length > max) return failTooLong('Value', max, length, input, place, run);
      const masked = input === '' ? '' : '**********';
      return new PyOpaque('SecretStr', `SecretStr('${masked}')`, masked);
    },
  };
}

/** Bytes: the UTF-8 of a string. */
export function bytesField({ min, max }: LengthRules): Validator {
  return {
    name: min === undefined && max === undefined ? 'bytes' : 'constrained-bytes',
    validate(input, place, run) {
      if (typeof input !== 'string') return fail(run, place, input, 'bytes_type', 'Input should be a valid bytes');
      if (isBroken(input)) return failUnicode(input, place, run);
      floorExactness(run, lax);
      const bytes = utf8Bytes(input);
      if (min !== undefined && bytes.length < min)
        return fail(run, place, input, 'bytes_too_short', `Data should have at least ${counted(min, 'byte')}`);
      if (max !== undefined && bytes.length > max)
        return fail(run, place, input, 'bytes_too_long', `Data should have at most ${counted(max, 'byte')}`);
      return new PyOpaque('bytes', bytesRepr(bytes), input);
    },
  };
}
