import { PyOpaque } from '../../core/pyValue.ts';
import { utf8Length } from '../text.ts';
import { fail, floorExactness, lax, type Validator } from '../validator.ts';
import { failUnicode, isBroken } from './unicode.ts';

/** A UUID from its simple, hyphenated, braced or URN form; of one version only, when given. */
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
