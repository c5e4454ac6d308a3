import type { TokenSpan } from '../encoding.ts';
import type { AddedTokens } from './addedTokens.ts';
import type { SpanPieces } from './bytePieces.ts';
import type { PieceEncoder } from './pieceEncoder.ts';

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
