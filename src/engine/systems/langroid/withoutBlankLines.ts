import type { Piece } from '../../parsers/parser.ts';
import { textOf } from '../../parsers/shared/pieces.ts';

/**
 * What `textwrap.dedent` does to a text whose first line has no indent: lines of blanks and tabs alone become empty, also where a line
 * goes through several pieces.
 */
export function withoutBlankLines(pieces: readonly Piece[]): readonly Piece[] {
  const text = textOf(pieces);
  const cuts: { readonly start: number; readonly end: number }[] = [];
  for (const match of text.matchAll(/^[ \t]+$/gm))
    if (isLine(text, match.index, match.index + match[0].length))
      cuts.push({ start: match.index, end: match.index + match[0].length });
  const kept: Piece[] = [];
  let offset = 0;
  let next = 0;
  for (const piece of pieces) {
    const end = offset + piece.text.length;
    let rest = '';
    let from = offset;
    while (next < cuts.length && cuts[next]!.start < end) {
      const cut = cuts[next]!;
      rest += text.slice(from, Math.max(from, cut.start));
      from = Math.min(end, Math.max(from, cut.end));
      if (cut.end > end) break;
      next++;
    }
    rest += text.slice(from, end);
    if (rest !== '') kept.push({ ...piece, text: rest });
    offset = end;
  }
  return kept;
}

/** For Python only a line feed ends a line. */
function isLine(text: string, start: number, end: number): boolean {
  return (start === 0 || text.charAt(start - 1) === '\n') && (end === text.length || text.charAt(end) === '\n');
}
