import { maxJsonDepth, type PyDict, PyFloat, type PyList, type PyValue, pyInt } from '../core/pyValue.ts';
import { jsonPosition } from './codePoints.ts';

/** Why `json.loads` raised: the exception's class and `str(e)`; `offset` is the UTF-16 place in the text. */
export interface JsonLoadsError {
  readonly kind: 'JSONDecodeError' | 'ValueError' | 'RecursionError';
  readonly message: string;
  readonly offset: number;
}

/** What `json.loads` gave. */
export type JsonLoadsResult =
  | { readonly ok: true; readonly value: PyValue }
  | { readonly ok: false; readonly error: JsonLoadsError };

/** More digits than this in one integer are a `ValueError` in CPython. */
const maxIntDigits = 4300;

/**
 * Reads `text[start, end)` as CPython 3.11's `json.loads` reads a string: beside RFC 8259 also `NaN`, `Infinity`,
 * `-Infinity` and lone surrogates; of equal keys the last value at the first place; integers exact up to 4300 digits.
 * Positions in messages are code points of the slice. `strict: false` allows control characters inside strings, as in
 * Python. Linear; never throws.
 */
export function jsonLoads(
  text: string,
  options: { start?: number; end?: number; strict?: boolean } = {},
): JsonLoadsResult {
  const start = options.start ?? 0;
  const end = options.end ?? text.length;
  try {
    return { ok: true, value: scanDocument(text, start, end, options.strict ?? true) };
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    const { kind, message, offset } = fault;
    const place = kind === 'JSONDecodeError' ? jsonPosition(text, start, offset) : '';
    return { ok: false, error: { kind, message: message + place, offset } };
  }
}

class Fault {
  readonly message: string;
  readonly offset: number;
  readonly kind: JsonLoadsError['kind'];
  constructor(message: string, offset: number, kind: JsonLoadsError['kind'] = 'JSONDecodeError') {
    this.message = message;
    this.offset = offset;
    this.kind = kind;
  }
}

// Character codes, named by what they are in JSON.
const quote = 0x22;
const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const closeList = 0x5d;
const openDict = 0x7b;
const closeDict = 0x7d;

const constants: readonly (readonly [string, PyValue])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
];

/** What may follow a backslash, beside `u`. */
const simpleEscapes = '"\\/bfnrt';

function scanDocument(text: string, start: number, end: number, strict: boolean): PyValue {
  let pos = start;
  let depth = 0;

  /** The code at `pos`, or -1 at the end of the slice, which may lie before the end of the text. */
  const peek = (): number => (pos < end ? text.charCodeAt(pos) : -1);

  const skipBlanks = (): void => {
    while (pos < end) {
      const code = text.charCodeAt(pos);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      pos++;
    }
  };

  const scanValue = (): PyValue => {
    const code = peek();
    if (code === quote) return scanString();
    if (code === openDict) return scanDict();
    if (code === openList) return scanList();
    if (code === minus || (code >= zero && code <= nine)) {
      const number = scanNumber();
      if (number !== undefined) return number;
    }
    for (const [word, value] of constants)
      if (word.charCodeAt(0) === code && pos + word.length <= end && text.startsWith(word, pos)) {
        pos += word.length;
        return value;
      }
    throw new Fault('Expecting value', pos);
  };

  const enter = (what: 'array' | 'object'): void => {
    if (++depth > maxJsonDepth)
      throw new Fault(
        `maximum recursion depth exceeded while decoding a JSON ${what} from a unicode string`,
        pos,
        'RecursionError',
      );
    pos++;
    skipBlanks();
  };

  const scanList = (): PyList => {
    enter('array');
    const list: PyValue[] = [];
    if (peek() !== closeList)
      for (;;) {
        list.push(scanValue());
        skipBlanks();
        const code = peek();
        if (code === closeList) break;
        if (code !== comma) throw new Fault("Expecting ',' delimiter", pos);
        pos++;
        skipBlanks();
      }
    pos++;
    depth--;
    return list;
  };

  const scanDict = (): PyDict => {
    enter('object');
    const dict = new Map<string, PyValue>();
    if (peek() !== closeDict)
      for (;;) {
        if (peek() !== quote) throw new Fault('Expecting property name enclosed in double quotes', pos);
        const key = scanString();
        skipBlanks();
        if (peek() !== colon) throw new Fault("Expecting ':' delimiter", pos);
        pos++;
        skipBlanks();
        dict.set(key, scanValue());
        skipBlanks();
        const code = peek();
        if (code === closeDict) break;
        if (code !== comma) throw new Fault("Expecting ',' delimiter", pos);
        pos++;
        skipBlanks();
      }
    pos++;
    depth--;
    return dict;
  };

  const scanString = (): string => {
    const opening = pos;
    let escapes = false;
    let controls = false;
    for (let i = opening + 1; i < end; i++) {
      const code = text.charCodeAt(i);
      if (code === quote) {
        pos = i + 1;
        // A checked literal means the same to JSON.parse, which decodes it faster than we could.
        if (!escapes) return text.slice(opening + 1, i);
        const literal = text.slice(opening, pos);
        return JSON.parse(controls ? literal.replace(controlCharacter, escapeControl) : literal);
      }
      if (code < 0x20) {
        if (strict) throw new Fault('Invalid control character at', i);
        controls = true;
      }
      if (code !== backslash) continue;
      escapes = true;
      if (++i >= end) break;
      const letter = text.charAt(i);
      if (letter === 'u') {
        // The closing quote must follow somewhere, or CPython blames the escape.
        if (i + 5 >= end || !isHex(text, i + 1, i + 5)) throw new Fault('Invalid \\uXXXX escape', i);
        i += 4;
      } else if (!simpleEscapes.includes(letter)) throw new Fault('Invalid \\escape', i - 1);
    }
    throw new Fault('Unterminated string starting at', opening);
  };

  const skipDigits = (from: number): number => {
    let i = from;
    while (i < end) {
      const code = text.charCodeAt(i);
      if (code < zero || code > nine) break;
      i++;
    }
    return i;
  };

  /** A number at `pos`, or `undefined` where a minus has no digits after it. */
  const scanNumber = (): PyValue | undefined => {
    const first = pos;
    const digits = text.charCodeAt(first) === minus ? first + 1 : first;
    const intEnd = digits < end && text.charCodeAt(digits) === zero ? digits + 1 : skipDigits(digits);
    if (intEnd === digits) return undefined;
    let last = intEnd;
    if (last < end && text.charCodeAt(last) === dot) {
      const fraction = skipDigits(last + 1);
      if (fraction > last + 1) last = fraction;
    }
    if (last < end && (text.charCodeAt(last) | 0x20) === 0x65) {
      const sign = last + 1 < end ? text.charAt(last + 1) : '';
      const exponent = sign === '+' || sign === '-' ? last + 2 : last + 1;
      const exponentEnd = skipDigits(exponent);
      if (exponentEnd > exponent) last = exponentEnd;
    }
    if (last > intEnd) {
      const value = Number(text.slice(first, last));
      pos = last;
      return Number.isInteger(value) ? new PyFloat(value) : value;
    }
    const size = intEnd - digits;
    if (size > maxIntDigits)
      throw new Fault(
        `Exceeds the limit (${maxIntDigits} digits) for integer string conversion: value has ${size} digits; use sys.set_int_max_str_digits() to increase the limit`,
        first,
        'ValueError',
      );
    pos = intEnd;
    if (size > 15) return pyInt(BigInt(text.slice(first, intEnd)));
    let value = 0;
    for (let i = digits; i < intEnd; i++) value = value * 10 + (text.charCodeAt(i) - zero);
    return digits === first || value === 0 ? value : -value;
  };

  if (peek() === 0xfeff) throw new Fault('Unexpected UTF-8 BOM (decode using utf-8-sig)', pos);
  skipBlanks();
  const value = scanValue();
  skipBlanks();
  if (pos < end) throw new Fault('Extra data', pos);
  return value;
}

const controlCharacter = /[\0-\x1f]/g;

function escapeControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function isHex(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    const letter = code | 0x20;
    if (!((code >= zero && code <= nine) || (letter >= 0x61 && letter <= 0x66))) return false;
  }
  return true;
}
