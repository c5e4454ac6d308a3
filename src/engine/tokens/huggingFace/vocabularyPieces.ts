import type { TextPieces } from '../counting.ts';
import type { TokenSpan } from '../encoding.ts';
import { characterClass, letter, newline, whiteSpace } from '../splitting.ts';
import type { AddedTokens } from './addedTokens.ts';
import type { PieceEnd } from './patterns.ts';
import type { PieceEncoder } from './pieceEncoder.ts';

/** Pieces of a text that can also be shown token by token. */
export interface SpanPieces extends TextPieces {
  /** Appends the tokens of one piece. */
  pieceSpans(text: string, start: number, end: number, spans: TokenSpan[]): void;
}

/** Below this no character composes with another, so that text is in form C already. */
const firstComposing = 0x300;

/**
 * The pieces of byte-level vocabularies: added tokens, and what the split pattern makes of the text between them. Where
 * the tokenizer brings text into form C, a stretch that this might change is one piece up to where it can change no more.
 */
export class BytePieces implements SpanPieces {
  readonly #added: AddedTokens;
  readonly #patternEnd: PieceEnd;
  readonly #composes: boolean;
  readonly #encoder: PieceEncoder;

  constructor(added: AddedTokens, patternEnd: PieceEnd, composes: boolean, encoder: PieceEncoder) {
    this.#added = added;
    this.#patternEnd = patternEnd;
    this.#composes = composes;
    this.#encoder = encoder;
  }

  pieceEnd(text: string, start: number): number {
    const token = this.#added.at(text, start);
    if (token) return token.end;
    let end = this.#patternEnd(text, start);
    // The pattern looks at one character behind the piece, and never past an added token.
    const limit = this.#added.next(text, start + 1, Math.min(end + 2, text.length));
    if (limit < Math.min(end + 2, text.length)) end = start + this.#patternEnd(text.slice(start, limit), 0);
    return this.#composes && this.#mayCompose(text, start, end + 1) ? this.#stretchEnd(text, start) : end;
  }

  countPiece(text: string, start: number, end: number): number {
    if (this.#added.at(text, start)) return 1;
    if (!this.#composes || !this.#mayCompose(text, start, end)) return this.#encoder.count(text, start, end);
    let count = 0;
    this.#eachPart(text.slice(start, end).normalize('NFC'), (part, from, to) => {
      count += this.#encoder.count(part, from, to);
    });
    return count;
  }

  pieceSpans(text: string, start: number, end: number, spans: TokenSpan[]): void {
    const token = this.#added.at(text, start);
    if (token) {
      spans.push({ start, end, ids: [token.id] });
      return;
    }
    const stretch = text.slice(start, end);
    const composed = this.#composes ? stretch.normalize('NFC') : stretch;
    const inside: TokenSpan[] = [];
    this.#eachPart(composed, (part, from, to) => this.#encoder.spans(part, from, to, inside));
    // Tokens of text that was changed stand for all of it together.
    if (composed !== stretch) spans.push({ start, end, ids: inside.flatMap(span => span.ids) });
    else for (const span of inside) spans.push({ ...span, start: start + span.start, end: start + span.end });
  }

  #eachPart(text: string, use: (text: string, start: number, end: number) => void): void {
    for (let start = 0; start < text.length; ) {
      const end = this.#patternEnd(text, start);
      use(text, start, end);
      start = end;
    }
  }

  #mayCompose(text: string, start: number, end: number): boolean {
    for (let at = start; at < end && at < text.length; at++) if (text.charCodeAt(at) >= firstComposing) return true;
    return false;
  }

  /**
   * Where a stretch ends that form C may change: at white space behind another character, and behind a line break; no
   * pattern joins what is on both sides of either, and white space does not compose. Also where an added token begins.
   */
  #stretchEnd(text: string, start: number): number {
    let at = start;
    for (let before = 0; at < text.length; at++) {
      const kind = characterClass(text.charCodeAt(at));
      const isBlank = (kind & whiteSpace) !== 0;
      if (before === newline && !isBlank) break;
      if (before !== 0 && (before & whiteSpace) === 0 && isBlank && (kind !== newline || (before & letter) !== 0))
        break;
      if (at > start && this.#added.at(text, at)) break;
      before = kind;
    }
    return at;
  }
}

/**
 * The pieces of vocabularies of characters that no pattern splits: added tokens, and the text between them, cut before
 * spaces where no token of the vocabulary goes on over the cut.
 */
export class CharacterPieces implements SpanPieces {
  readonly #added: AddedTokens;
  readonly #beforeSpace: ReadonlySet<number>;
  readonly #encoder: PieceEncoder;

  /** `beforeSpace`: the last UTF-16 units before a space inside tokens. */
  constructor(added: AddedTokens, beforeSpace: ReadonlySet<number>, encoder: PieceEncoder) {
    this.#added = added;
    this.#beforeSpace = beforeSpace;
    this.#encoder = encoder;
  }

  pieceEnd(text: string, start: number): number {
    const token = this.#added.at(text, start);
    if (token) return token.end;
    let at = start + 1;
    for (; at < text.length; at++) {
      if (isSpace(text.charCodeAt(at)) && !this.#goesOn(text.charCodeAt(at - 1))) break;
      if (this.#added.at(text, at)) break;
    }
    return at;
  }

  #goesOn(unit: number): boolean {
    return isSpace(unit) || this.#beforeSpace.has(unit);
  }

  countPiece(text: string, start: number, end: number): number {
    return this.#added.at(text, start) ? 1 : this.#encoder.count(text, start, end);
  }

  pieceSpans(text: string, start: number, end: number, spans: TokenSpan[]): void {
    const token = this.#added.at(text, start);
    if (token) spans.push({ start, end, ids: [token.id] });
    else this.#encoder.spans(text, start, end, spans);
  }
}

/** A space, or the character that the vocabulary has for it. */
function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x2581;
}
