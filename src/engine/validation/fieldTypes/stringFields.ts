import { PyOpaque } from '../../core/pyValue.ts';
import { bytesRepr, codePointLength, utf8Bytes } from '../../python/index.ts';
import type { Regex } from '../rustRegex/rustRegex.ts';
import { counted, utf8Length } from '../text.ts';
import { fail, failed, failUnicode, floorExactness, isBroken, lax, newRun, type Validator } from '../validator.ts';
import { failTooLong, failTooShort, type LengthRules } from './collectionFields.ts';

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

/** A UUID from its simple, hyphenated, braced or URN form; with `version`, of that one only. */
export function uuidField(version?: number): Validator {
  return {
    name: 'uuid',
    validate(input, place, run) {
      floorExactness(run, lax);
      if (typeof input !== 'string')
        return fail(run, place, input, 'uuid_type', 'UUID input should be a string, bytes or UUID object');
      if (isBroken(input)) return failUnicode(input, place, run);
      const hex = uuidHex(input);
      if (hex === undefined)
        return fail(run, place, input, 'uuid_parsing', `Input should be a valid UUID, ${whyNoUuid(input)}`);
      if (version !== undefined && (hex[12] !== String(version) || !/[89ab]/.test(hex[16] ?? '')))
        return fail(run, place, input, 'uuid_version', `UUID version ${version} expected`);
      const text = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      return new PyOpaque('UUID', `UUID('${text}')`, text);
    },
  };
}

const hyphenated = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function uuidHex(text: string): string | undefined {
  if (text.length > 45) return undefined;
  if (/^[0-9a-f]{32}$/i.test(text)) return text.toLowerCase();
  const inner = stripWrapping(text).inner;
  return hyphenated.test(inner) ? inner.replaceAll('-', '').toLowerCase() : undefined;
}

function stripWrapping(text: string): { inner: string; offset: number } {
  if (text.startsWith('{') && text.endsWith('}') && text.length > 1) return { inner: text.slice(1, -1), offset: 1 };
  return text.startsWith('urn:uuid:') ? { inner: text.slice(9), offset: 9 } : { inner: text, offset: 0 };
}

/** The words of Rust's uuid crate. Positions count bytes, from 1. */
function whyNoUuid(text: string): string {
  const { inner, offset } = stripWrapping(text);
  const odd = /[^0-9a-fA-F-]/u.exec(inner);
  if (odd) return `invalid character: found \`${odd[0]}\` at ${utf8Length(inner.slice(0, odd.index)) + offset + 1}`;
  const groups = inner.split('-');
  if (groups.length === 1 && offset === 0)
    return `invalid length: expected length 32 for simple format, found ${text.length}`;
  if (groups.length !== 5) return `invalid group count: expected 5, found ${groups.length}`;
  const lengths = [8, 4, 4, 4];
  const wrong = lengths.findIndex((length, index) => groups[index]?.length !== length);
  if (wrong < 0) return `invalid group length in group 4: expected 12, found ${text.length - 24}`;
  return `invalid group length in group ${wrong}: expected ${lengths[wrong]}, found ${groups[wrong]?.length}`;
}
