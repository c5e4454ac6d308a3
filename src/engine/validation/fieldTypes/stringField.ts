import { codePointLength } from '../../python/index.ts';
import type { Regex } from '../rustRegex/rustRegex.ts';
import { counted } from '../text.ts';
import { fail, failed, newRun, type Validator } from '../validator.ts';
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
