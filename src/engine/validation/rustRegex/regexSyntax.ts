/** Whether a set of characters has a code point. */
export type CharTest = (codePoint: number) => boolean;

/** What holds at a position between two characters; bits, so that several can be told in one number. */
export const look = {
  textStart: 1,
  textEnd: 2,
  lineStart: 4,
  lineEnd: 8,
  lineStartCrlf: 16,
  lineEndCrlf: 32,
  wordBoundary: 64,
  notWordBoundary: 128,
  wordStart: 256,
  wordEnd: 512,
  wordStartHalf: 1024,
  wordEndHalf: 2048,
} as const;

/** How far the bits of words are shifted where only the word characters of ASCII count. */
export const asciiWords = 6;

/** A parsed pattern. Groups leave no trace: only whether there is a match is ever asked. */
export type RegexNode =
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'look'; readonly bit: number }
  | { readonly kind: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly item: RegexNode; readonly min: number; readonly max: number };

/** A pattern that Rust's regex would not compile (or that is too large here). */
export class RegexError extends Error {}

/** Throws where the flag u is off: a set that has more than ASCII counts bytes there, and could end within a character. */
export function refuseBytes({ u }: RegexFlags): void {
  if (!u) throw new RegexError('pattern can match invalid UTF-8');
}

/** The flags in force at a place in a pattern. */
export interface RegexFlags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
  readonly x: boolean;
  readonly u: boolean;
  readonly R: boolean;
}
