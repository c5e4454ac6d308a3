import type { PyValue } from '../../core/pyValue.ts';
import { isBrokenUnicode } from '../text.ts';
import { type Failed, fail, type Location, type Run } from '../validator.ts';

/** True for a string with half a surrogate pair, which no check but that of the plain `str` can read. */
export function isBroken(input: PyValue): boolean {
  return typeof input === 'string' && isBrokenUnicode(input);
}

/** The error of such a string. */
export function failUnicode(input: PyValue, place: Location | undefined, run: Run): Failed {
  const msg = 'Input should be a valid string, unable to parse raw data as a unicode string';
  return fail(run, place, input, 'string_unicode', msg);
}
