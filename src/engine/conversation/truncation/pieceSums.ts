import { partitionPoint } from '../../core/partitionPoint.ts';
import type { TextCounts, TextPieces } from '../../tokens/index.ts';

/**
 * Counts a text and texts that differ from it by a removed stretch, looking only at the pieces around the removal:
 * behind it the pieces soon fall on boundaries that the whole text has as well, and from there on all is known.
 * Making one is linear in the text; so are all its counts together, when the stretches are lines of the text.
 */
export class PieceSums implements TextCounts {
  readonly #text: string;
  readonly #pieces: TextPieces;
  /** The boundaries of the whole text, ascending, the end of the text last. */
  readonly #boundaries: number[] = [];
  /** By boundary: the tokens from there to the end of the text. Also of boundaries that only a shortened text has. */
  readonly #rest = new Map<number, number>();

  constructor(text: string, pieces: TextPieces) {
    this.#text = text;
    this.#pieces = pieces;
    const counts: number[] = [];
    for (let at = 0; at < text.length; ) {
      this.#boundaries.push(at);
      const end = pieces.pieceEnd(text, at);
      counts.push(pieces.countPiece(text, at, end));
      at = end;
    }
    this.#boundaries.push(text.length);
    this.#rest.set(text.length, 0);
    for (let i = counts.length - 1, sum = 0; i >= 0; i--) {
      sum += counts[i]!;
      this.#rest.set(this.#boundaries[i]!, sum);
    }
  }

  /** The tokens of the whole text. */
  get total(): number {
    return this.#rest.get(0) ?? 0;
  }

  /** The tokens of the text without `[start, end)`. */
  without(start: number, end: number): number {
    // What stands before a white space before `start` was settled by it: see the contract of `pieceEnd`.
    let solid = start - 1;
    while (solid >= 0 && !isBlank(this.#text, solid)) solid--;
    while (solid >= 0 && isBlank(this.#text, solid)) solid--;
    const from = this.#boundaries[this.#lastBoundary(solid)] ?? 0;
    return this.total - this.#rest.get(from)! + this.#joined(from, start, end);
  }

  /** The tokens of `text[from, start) + text[end, …)`. */
  #joined(from: number, start: number, end: number): number {
    for (let size = 256; ; size *= 2) {
      const window = this.#text.slice(from, start) + this.#text.slice(end, end + size);
      const isWhole = end + size >= this.#text.length;
      const shift = end - start + from;
      let tokens = 0;
      for (let at = 0; ; ) {
        const offset = at + shift;
        if (offset >= end) {
          if (isWhole || settles(window, at)) return tokens + this.#restFrom(offset);
          break;
        }
        if (at >= window.length) return tokens;
        const pieceEnd = this.#pieces.pieceEnd(window, at);
        tokens += this.#pieces.countPiece(window, at, pieceEnd);
        at = pieceEnd;
      }
    }
  }

  /** The tokens from a boundary of some shortened text to the end, remembered for every boundary on the way. */
  #restFrom(offset: number): number {
    const passed: { at: number; tokens: number }[] = [];
    let at = offset;
    for (let cached = this.#rest.get(at); cached === undefined; cached = this.#rest.get(at)) {
      const end = this.#pieces.pieceEnd(this.#text, at);
      passed.push({ at, tokens: this.#pieces.countPiece(this.#text, at, end) });
      at = end;
    }
    let sum = this.#rest.get(at)!;
    for (const piece of passed.reverse()) {
      sum += piece.tokens;
      this.#rest.set(piece.at, sum);
    }
    return sum;
  }

  /** The index of the last boundary at or before an offset, -1 if there is none. */
  #lastBoundary(offset: number): number {
    return partitionPoint(this.#boundaries, boundary => boundary <= offset) - 1;
  }
}

/** True when the window goes on behind `at` far enough to settle that a piece ends there. */
function settles(window: string, at: number): boolean {
  let i = at;
  while (i < window.length && isBlank(window, i)) i++;
  while (i < window.length && !isBlank(window, i)) i++;
  return i < window.length;
}

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    code === 0x20 ||
    (code >= 9 && code <= 13) ||
    code === 0x85 ||
    code === 0xa0 ||
    (code > 0xff && /\s/.test(text[at]!))
  );
}
