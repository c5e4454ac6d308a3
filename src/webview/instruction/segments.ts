import type { TextSpan } from '../../protocol/guards.ts';
import type { ChangeView, PieceView, UnknownView } from '../../protocol/instructionProtocol.ts';

/**
 * A stretch of one line, alike throughout. `own`: it was written in the definition's file. `token`: the index of the
 * token it belongs to, where tokens are shown.
 */
export interface Segment {
  readonly text: string;
  readonly own: boolean;
  readonly token?: number;
  /** It stands for something that is known only when the program runs. */
  readonly hole?: true;
  /** It is of Python's answer; `pythonEdge`: it begins there, it ends there, or both. */
  readonly fromPython?: true;
  readonly pythonEdge?: 'start' | 'end' | 'both';
  /** It was written since the last save. */
  readonly added?: true;
  /** What stood there at the last save. Without text it stands for nothing else: something was removed there. */
  readonly removed?: string;
}

/** A line with its line feed. */
export type Line = readonly Segment[];

/** The pieces of the first `length` UTF-16 units, and the others. */
export function splitPieces(pieces: readonly PieceView[], length: number): [PieceView[], PieceView[]] {
  const first: PieceView[] = [];
  const others: PieceView[] = [];
  let left = length;
  for (const piece of pieces) {
    if (left > 0) first.push({ ...piece, text: piece.text.slice(0, left) });
    if (left < piece.text.length) others.push({ ...piece, text: piece.text.slice(Math.max(0, left)) });
    left -= piece.text.length;
  }
  return [first, others];
}

/** A piece of which it is known whether it stands for something unknown. */
export type MarkedPiece = PieceView & { readonly hole?: true };

/** Pieces with what stands for unknown arguments as pieces of their own. */
export function withHoles(pieces: readonly PieceView[], unknown: readonly UnknownView[] = []): readonly MarkedPiece[] {
  const marks = new Set(unknown.map(({ argument }) => `⟨${argument}⟩`));
  if (marks.size === 0) return pieces;
  return pieces.flatMap(piece =>
    piece.text
      .split(/(⟨[^⟨⟩\n]*⟩)/)
      .filter(text => text !== '')
      .map(text => ({ ...piece, text, ...(marks.has(text) && { hole: true as const }) })),
  );
}

/** How many pieces are put together. */
const run = 32;

/**
 * Pieces put together to few, for a text of thousands. Which ones is a matter of their number, not of their length, so
 * that a letter typed changes one of them only.
 */
export function mergePieces(pieces: readonly PieceView[]): PieceView[] {
  const merged: { text: string; origin?: TextSpan; fromPython?: true }[] = [];
  for (const [i, { text, origin, fromPython }] of pieces.entries()) {
    const last = merged.at(-1);
    if (last && i % run > 0 && !last.origin === !origin && last.fromPython === fromPython) last.text += text;
    else merged.push({ text, ...(origin && { origin }), ...(fromPython && { fromPython }) });
  }
  return merged;
}

/**
 * Cuts pieces into lines, at the offsets at which a token ends (what lies after the last of them has no token), and
 * where changes begin and end.
 */
export function segmentLines(
  pieces: readonly MarkedPiece[],
  tokenEnds: readonly number[] = [],
  changes: readonly ChangeView[] = [],
): Line[] {
  const lines: Segment[][] = [];
  let line: Segment[] = [];
  let offset = 0;
  let token = 0;
  let next = 0;
  /** The change that is at a place or the first behind it; marks on the way where something was only removed. */
  const changeAt = (place: number): ChangeView | undefined => {
    for (; next < changes.length; next++) {
      const change = changes[next]!;
      if (change.end > place || change.start > place) return change;
      if (change.start === change.end) line.push({ text: '', own: false, removed: change.removed ?? '' });
    }
    return undefined;
  };
  for (const { text, origin, hole, fromPython } of pieces) {
    let start = 0;
    while (start < text.length) {
      while (token < tokenEnds.length && tokenEnds[token]! <= offset + start) token++;
      const change = changeAt(offset + start);
      const isAdded = change !== undefined && change.start <= offset + start;
      const end = Math.min(
        text.indexOf('\n', start) + 1 || text.length,
        (tokenEnds[token] ?? Number.POSITIVE_INFINITY) - offset,
        (isAdded ? change.end : (change?.start ?? Number.POSITIVE_INFINITY)) - offset,
      );
      line.push({
        text: text.slice(start, end),
        own: origin !== undefined,
        ...(hole && { hole }),
        ...(fromPython && { fromPython }),
        ...(token < tokenEnds.length && { token }),
        ...(isAdded && { added: true, ...(change.removed !== undefined && { removed: change.removed }) }),
      });
      if (text[end - 1] === '\n') {
        lines.push(line);
        line = [];
      }
      start = end;
    }
    offset += text.length;
  }
  changeAt(offset);
  if (line.length > 0) lines.push(line);
  return withToldEdges(lines);
}

/** Says where Python's answer begins and where it ends, for screen readers. */
function withToldEdges(lines: readonly Segment[][]): Line[] {
  const all = lines.flat();
  if (!all.some(({ fromPython }) => fromPython)) return [...lines];
  let at = 0;
  return lines.map(line =>
    line.map((segment): Segment => {
      const [before, after] = [all[at - 1], all[++at]];
      if (!segment.fromPython || (before?.fromPython && after?.fromPython)) return segment;
      return { ...segment, pythonEdge: before?.fromPython ? 'end' : after?.fromPython ? 'start' : 'both' };
    }),
  );
}

/** The changes of the first `length` UTF-16 units, and those of what follows, in its own offsets. */
export function splitChanges(changes: readonly ChangeView[], length: number): [ChangeView[], ChangeView[]] {
  const moved = changes
    .filter(({ start, end }) => end > length || start >= length)
    .map(change => ({ ...change, start: Math.max(0, change.start - length), end: change.end - length }));
  return [changes.filter(({ start }) => start < length), moved];
}

/** Where the piece at an offset of the text was written; `undefined` for the type's own words. */
export function originAt(pieces: readonly PieceView[], offset: number): TextSpan | undefined {
  let end = 0;
  for (const { text, origin } of pieces) {
    end += text.length;
    if (offset < end) return origin;
  }
  return undefined;
}

/** True when two lines look the same. */
export function sameLine(a: Line, b: Line): boolean {
  return a.length === b.length && a.every((segment, i) => sameSegment(segment, b[i]!));
}

/** The same for two stretches. */
export function sameSegment(a: Segment, b: Segment): boolean {
  const sameKind = a.own === b.own && a.hole === b.hole && a.token === b.token;
  const isSameOfPython = a.fromPython === b.fromPython && a.pythonEdge === b.pythonEdge;
  return a.text === b.text && sameKind && isSameOfPython && a.added === b.added && a.removed === b.removed;
}

/** A part of a segment: plain text, or blanks with the mark that stands over them. */
export interface Mark {
  readonly text: string;
  readonly mark?: string;
}

/** Tells blanks from the rest of a text, with a mark of the same length for each run of one kind. */
export function markBlanks(text: string): Mark[] {
  return text.split(/( +|\t|\r?\n|\r|[\u00a0\u2000-\u200b\u202f\u3000\ufeff])/).flatMap(part => {
    if (part === '') return [];
    if (part[0] === ' ') return [{ text: part, mark: '·'.repeat(part.length) }];
    const mark = marks[part];
    if (mark) return [{ text: part, mark }];
    return /^[\u00a0\u2000-\u200b\u202f\u3000\ufeff]$/.test(part) ? [{ text: part, mark: '⍽' }] : [{ text: part }];
  });
}

const marks: Readonly<Record<string, string>> = { '\t': '→', '\n': '¶', '\r\n': '␍¶', '\r': '␍' };
