import type { Piece } from '../parser.ts';

/** Pieces of several texts, with `separator` between them. */
export function joinPieces(groups: readonly (readonly Piece[])[], separator: string): readonly Piece[] {
  return groups.flatMap((group, i) => (i === 0 ? group : [{ text: separator }, ...group]));
}

/** The text of pieces. */
export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}
