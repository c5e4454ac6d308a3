import { utf8Bytes } from '../codePoints.ts';
import { bytesRepr } from '../repr.ts';
import { bindArguments } from './arguments.ts';
import { JinjaError } from './jinjaError.ts';
import { type JinjaValue, PyFunction, PySequence } from './value.ts';

/** The highest character of each codec that is not UTF-8, and how its errors name it. */
const codecs: Readonly<Record<string, readonly [highest: number, name: string]>> = {
  utf8: [0x10ffff, 'utf-8'],
  ascii: [0x7f, 'ascii'],
  usascii: [0x7f, 'ascii'],
  latin1: [0xff, 'latin-1'],
  iso88591: [0xff, 'latin-1'],
};

/** Python's `text.encode(encoding, errors)` for UTF-8, ASCII and Latin-1. Raises `UnicodeEncodeError` and `LookupError`. Linear. */
export function encoded(text: string, encoding: string, errors: string): JinjaValue {
  const codec = codecs[encoding.toLowerCase().replace(/[-_ ]/g, '')];
  if (!codec) throw new JinjaError('LookupError', `unknown encoding: ${encoding}`);
  const [highest, name] = codec;
  const bytes: number[] = [];
  let at = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const isBroken = code >= 0xd800 && code <= 0xdfff;
    if (code <= highest && !isBroken) bytes.push(...(highest > 0xff ? utf8Bytes(character) : [code]));
    else bytes.push(...instead(code, errors, name, at, highest, isBroken));
    at++;
  }
  return bytesOf(bytes);
}

/** What stands for a character that a codec does not have. */
function instead(
  code: number,
  errors: string,
  name: string,
  at: number,
  highest: number,
  isBroken: boolean,
): readonly number[] {
  const hex = code.toString(16);
  const escaped =
    code > 0xffff
      ? `\\U${hex.padStart(8, '0')}`
      : code > 0xff
        ? `\\u${hex.padStart(4, '0')}`
        : `\\x${hex.padStart(2, '0')}`;
  const asBytes = (text: string) => Array.from(text, character => character.charCodeAt(0));
  if (errors === 'ignore') return [];
  if (errors === 'replace') return asBytes('?');
  if (errors === 'backslashreplace') return asBytes(escaped);
  if (errors === 'xmlcharrefreplace') return asBytes(`&#${code};`);
  if (errors !== 'strict') throw new JinjaError('LookupError', `unknown error handler name '${errors}'`);
  const reason = isBroken && highest > 0xff ? 'surrogates not allowed' : `ordinal not in range(${highest + 1})`;
  throw new JinjaError(
    'UnicodeEncodeError',
    `'${name}' codec can't encode character '${escaped}' in position ${at}: ${reason}`,
  );
}

/** A Python `bytes`: its items are ints. */
export function bytesOf(bytes: readonly number[]): PySequence {
  return new PySequence('bytes', bytes, bytesRepr(bytes));
}

/** A method of `bytes`, bound to them: `decode` and `hex`; `undefined` for any other. */
export function bytesMethod(bytes: PySequence, name: string): JinjaValue | undefined {
  const numbers = () => bytes.take().map(Number);
  const repr = `<built-in method ${name} of bytes object>`;
  if (name === 'hex')
    return new PyFunction(repr, (args, keywords) => {
      bindArguments(name, [], args, keywords);
      return numbers()
        .map(byte => byte.toString(16).padStart(2, '0'))
        .join('');
    });
  if (name !== 'decode') return undefined;
  return new PyFunction(repr, (args, keywords) => {
    const bound = bindArguments(name, ['encoding?', 'errors?'], args, keywords);
    return decoded(numbers(), bound.text('encoding', 'utf-8'), bound.text('errors', 'strict'));
  });
}

/** Python's `bytes.decode(encoding, errors)`. Raises `UnicodeDecodeError` and `LookupError`. */
function decoded(bytes: readonly number[], encoding: string, errors: string): string {
  const codec = codecs[encoding.toLowerCase().replace(/[-_ ]/g, '')];
  if (!codec) throw new JinjaError('LookupError', `unknown encoding: ${encoding}`);
  const [highest, name] = codec;
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    const isSingle = highest <= 0xff || byte < 0x80;
    const length = isSingle ? 1 : byte > 0xf4 ? 0 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 0;
    const rest = continuation(bytes, at, length);
    if (byte <= highest && rest.length === length - 1) {
      const lead = length === 1 ? byte : byte & (0xff >> (length + 1));
      text += String.fromCodePoint(rest.reduce((code, each) => (code << 6) | (each & 0x3f), lead));
      at += length;
      continue;
    }
    // What begins a character is one fault with all that goes on with it.
    const end = at + 1 + rest.length;
    if (errors === 'strict') {
      const reason =
        highest <= 0xff
          ? 'ordinal not in range(128)'
          : length === 0
            ? 'invalid start byte'
            : end === bytes.length
              ? 'unexpected end of data'
              : 'invalid continuation byte';
      const what =
        rest.length > 0
          ? `bytes in position ${at}-${end - 1}`
          : `byte 0x${byte.toString(16).padStart(2, '0')} in position ${at}`;
      throw new JinjaError('UnicodeDecodeError', `'${name}' codec can't decode ${what}: ${reason}`);
    }
    if (errors !== 'ignore') text += '\ufffd';
    at = end;
  }
  return text;
}

/** The bytes that go on with UTF-8's first byte of a character of `length` bytes, as far as they may. */
function continuation(bytes: readonly number[], at: number, length: number): readonly number[] {
  const [low, high] = secondBytes.get(bytes[at] ?? 0) ?? [0x80, 0xbf];
  let end = at + 1;
  for (; end < at + length; end++) {
    const byte = bytes[end] ?? 0;
    if (end === at + 1 ? byte < low || byte > high : byte >> 6 !== 2) break;
  }
  return bytes.slice(at + 1, end);
}

/** Second bytes of UTF-8 that would make a character too long, a half of a pair or too high a code stand outside of these. */
const secondBytes: ReadonlyMap<number, readonly [low: number, high: number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);
