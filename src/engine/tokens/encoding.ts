import type { Span } from '../core/span.ts';
import { mergePiece } from './bytePairEncoding.ts';
import type { TextPieces } from './counting.ts';
import { type RankTable, rankOf } from './rankTable.ts';

/** How an encoding cuts a text into the pieces that byte-pair encoding works on. */
export interface Encoding {
  /** The name of the encoding and of its table. */
  readonly name: string;
  /** The end of the piece that begins at `start`, which lies before the end of the text and never inside a surrogate pair. Always after `start`. */
  pieceEnd(text: string, start: number): number;
}

/** Consecutive tokens and the text that they stand for. Several ids where a token ends inside a character: the span never cuts a code point. */
export interface TokenSpan extends Span {
  readonly ids: readonly number[];
}

/** The number of tokens of a text. Text that spells a special token is plain text; a lone surrogate counts as U+FFFD, as in tiktoken. */
export function countTokens(encoding: Encoding, table: RankTable, text: string): number {
  let count = 0;
  const piece = createPiece();
  for (let start = 0; start < text.length; ) {
    const end = encoding.pieceEnd(text, start);
    count += piece.encode(table, text, start, end);
    start = end;
  }
  return count;
}

/** The pieces of an encoding, counted one by one. */
export function textPieces(encoding: Encoding, table: RankTable): TextPieces {
  const piece = createPiece();
  return {
    pieceEnd: encoding.pieceEnd,
    countPiece: (text, start, end) => piece.encode(table, text, start, end),
  };
}

/** The tokens of a text, in order, covering all of it; the numbers of ids add up to `countTokens`. */
export function tokenSpans(encoding: Encoding, table: RankTable, text: string): TokenSpan[] {
  const spans: TokenSpan[] = [];
  const piece = createPiece();
  let at = 0;
  while (at < text.length) {
    const count = piece.encode(table, text, at, encoding.pieceEnd(text, at));
    let start = at;
    let ids: number[] = [];
    // The byte of the piece that `at` stands for.
    let byte = 0;
    for (let token = 0; token < count; token++) {
      const tokenEnd = piece.ends[token]!;
      ids.push(rankOf(table, piece.bytes, token === 0 ? 0 : piece.ends[token - 1]!, tokenEnd));
      while (byte < tokenEnd) {
        const codePoint = text.codePointAt(at)!;
        byte += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
        at += codePoint < 0x10000 ? 1 : 2;
      }
      if (byte > tokenEnd) continue;
      spans.push({ start, end: at, ids });
      start = at;
      ids = [];
    }
  }
  return spans;
}

/** One piece at a time: its bytes and the ends of its tokens, in buffers that are used again. */
interface Piece {
  bytes: Uint8Array;
  ends: Int32Array;
  /** Encodes `text[start, end)`; the number of tokens. */
  encode(table: RankTable, text: string, start: number, end: number): number;
}

function createPiece(): Piece {
  return {
    bytes: new Uint8Array(256),
    ends: new Int32Array(256),
    encode(table, text, start, end) {
      // A UTF-16 unit takes three bytes at most.
      if (3 * (end - start) > this.bytes.length) {
        this.bytes = new Uint8Array(3 * (end - start));
        this.ends = new Int32Array(this.bytes.length);
      }
      return mergePiece(table, this.bytes, writeUtf8(text, start, end, this.bytes), this.ends);
    },
  };
}

function writeUtf8(text: string, start: number, end: number, bytes: Uint8Array): number {
  let length = 0;
  for (let at = start; at < end; at++) {
    let code = text.charCodeAt(at);
    if (code < 0x80) {
      bytes[length++] = code;
      continue;
    }
    if (code >= 0xd800 && code < 0xe000) {
      code = text.codePointAt(at)!;
      if (code < 0x10000) code = 0xfffd;
      else at++;
    }
    if (code < 0x800) bytes[length++] = 0xc0 | (code >> 6);
    else {
      if (code < 0x10000) bytes[length++] = 0xe0 | (code >> 12);
      else {
        bytes[length++] = 0xf0 | (code >> 18);
        bytes[length++] = 0x80 | ((code >> 12) & 63);
      }
      bytes[length++] = 0x80 | ((code >> 6) & 63);
    }
    bytes[length++] = 0x80 | (code & 63);
  }
  return length;
}
