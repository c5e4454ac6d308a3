import { RegexError } from './regexSyntax.ts';

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
