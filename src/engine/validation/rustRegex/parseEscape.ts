import { perlSet, propertySet } from './charSet.ts';
import { asciiWords, type CharTest, look, RegexError, type RegexFlags, refuseBytes } from './regexSyntax.ts';

/** A reader of a pattern, code point by code point. */
export interface PatternReader {
  /** The next character, or `''` at the end. */
  readonly next: string;
  /** Whether the rest starts with `text`. */
  sees(text: string): boolean;
  /** The next character, and goes on. Raises `RegexError` at the end. */
  take(): string;
  /** Goes past `text` if the rest starts with it. */
  accept(text: string): boolean;
  /** What a sticky regular expression finds here, and goes past it. */
  match(sticky: RegExp): RegExpExecArray | undefined;
}

/** Reads `source` from its start. */
export function patternReader(source: string): PatternReader {
  let at = 0;
  return {
    get next() {
      return at < source.length ? String.fromCodePoint(source.codePointAt(at)!) : '';
    },
    sees: text => source.startsWith(text, at),
    take() {
      if (at >= source.length) throw new RegexError('incomplete pattern');
      const character = String.fromCodePoint(source.codePointAt(at)!);
      at += character.length;
      return character;
    },
    accept(text) {
      if (!source.startsWith(text, at)) return false;
      at += text.length;
      return true;
    },
    match(sticky) {
      sticky.lastIndex = at;
      const found = sticky.exec(source) ?? undefined;
      if (found) at += found[0].length;
      return found;
    },
  };
}

/** What an escape stands for: one character, a set, or a condition on the place. */
export type Escape =
  | { readonly kind: 'character'; readonly codePoint: number }
  | { readonly kind: 'set'; readonly test: CharTest }
  | { readonly kind: 'look'; readonly bit: number };

const controls: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };
const looks: Readonly<Record<string, number>> = {
  A: look.textStart,
  z: look.textEnd,
  b: look.wordBoundary,
  B: look.notWordBoundary,
  '<': look.wordStart,
  '>': look.wordEnd,
};
const wordLooks: Readonly<Record<string, number>> = {
  start: look.wordStart,
  end: look.wordEnd,
  'start-half': look.wordStartHalf,
  'end-half': look.wordEndHalf,
};

/** Reads an escape, the backslash being next. */
export function parseEscape(reader: PatternReader, flags: RegexFlags): Escape {
  reader.take();
  const letter = reader.take();
  if (/[DSW]/.test(letter)) refuseBytes(flags);
  if (/[dswDSW]/.test(letter)) return { kind: 'set', test: perlSet(letter, flags.u) };
  if (letter === 'p' || letter === 'P') return { kind: 'set', test: parseProperty(reader, letter, flags) };
  if (/[xuU]/.test(letter)) return { kind: 'character', codePoint: parseHex(reader, letter, flags) };
  const control = controls[letter];
  if (control !== undefined) return { kind: 'character', codePoint: control };
  if (letter === 'b') {
    const half = reader.match(/\{(start|end|start-half|end-half)\}/y)?.[1];
    if (half !== undefined) return { kind: 'look', bit: ofWords(wordLooks[half]!, flags) };
  }
  const bit = looks[letter];
  if (bit !== undefined) return { kind: 'look', bit: ofWords(bit, flags) };
  if (/[0-9]/.test(letter)) throw new RegexError('backreferences are not supported');
  if (!/[!-/:-@[-`{-~ ]/.test(letter)) throw new RegexError('unrecognized escape sequence');
  return { kind: 'character', codePoint: letter.codePointAt(0)! };
}

function ofWords(bit: number, { u }: RegexFlags): number {
  return u || bit < look.wordBoundary ? bit : bit << asciiWords;
}

function parseProperty(reader: PatternReader, letter: string, flags: RegexFlags): CharTest {
  if (!flags.u) throw new RegexError('Unicode not allowed here');
  const name = reader.match(/\{([^}]*)\}/y)?.[1] ?? reader.take();
  const set = propertySet(name, flags);
  return letter === 'p' ? set : c => !set(c);
}

function parseHex(reader: PatternReader, letter: string, flags: RegexFlags): number {
  const digits = { x: /[0-9A-Fa-f]{2}/y, u: /[0-9A-Fa-f]{4}/y, U: /[0-9A-Fa-f]{8}/y }[letter] ?? /(?!)/y;
  const braced = reader.match(/\{([0-9A-Fa-f]+)\}/y)?.[1];
  const hex = braced ?? reader.match(digits)?.[0];
  const codePoint = Number.parseInt(hex ?? '', 16);
  if (!(codePoint <= 0x10ffff) || (codePoint >= 0xd800 && codePoint <= 0xdfff))
    throw new RegexError('invalid hexadecimal escape');
  // With two digits it is a byte.
  if (letter === 'x' && braced === undefined && codePoint > 0x7f) refuseBytes(flags);
  return codePoint;
}
