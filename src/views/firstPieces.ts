import type { PieceView } from '../protocol/instructionProtocol.ts';

/** UTF-16 units of an instruction that the preview shows; the rest opens as a document. */
export const shownLength = 100_000;

/**
 * The pieces of the text's first `limit` units; no surrogate pair is split. Of the last ones a long one is cut and a
 * short one left out: else every letter typed before it would change it.
 */
export function firstPieces(pieces: readonly PieceView[], limit: number): PieceView[] {
  const first: PieceView[] = [];
  let left = limit;
  for (const piece of pieces) {
    if (piece.text === '') continue;
    if (piece.text.length <= left) first.push(piece);
    else if (piece.text.length > limit / 100) {
      const end = /[\uD800-\uDBFF]/.test(piece.text.charAt(left - 1)) ? left - 1 : left;
      if (end > 0) first.push({ ...piece, text: piece.text.slice(0, end) });
    }
    left -= piece.text.length;
    if (left <= 0) break;
  }
  return first;
}
