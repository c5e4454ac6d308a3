import { PyOpaque } from '../../core/pyValue.ts';
import { bytesRepr, utf8Bytes } from '../../python/index.ts';
import { counted } from '../text.ts';
import { fail, floorExactness, lax, type Validator } from '../validator.ts';
import type { LengthRules } from './listField.ts';
import { failUnicode, isBroken } from './unicode.ts';

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
