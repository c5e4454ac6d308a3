import { PyOpaque } from '../../core/pyValue.ts';
import { counted, utf8Bytes } from '../text.ts';
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

const named: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r', 92: '\\\\' };

function bytesRepr(bytes: readonly number[]): string {
  const quote = bytes.includes(39) && !bytes.includes(34) ? '"' : "'";
  const body = bytes.map(byte => {
    if (byte === 39 && quote === "'") return "\\'";
    if (byte < 32 || byte > 126 || byte === 92) return named[byte] ?? `\\x${byte.toString(16).padStart(2, '0')}`;
    return String.fromCharCode(byte);
  });
  return `b${quote}${body.join('')}${quote}`;
}
