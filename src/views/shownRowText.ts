import type { TextSpan } from '../protocol/guards.ts';
import type { RowText, RowVerdict } from '../protocol/rowQuery.ts';
import { shownName } from './valuePreview.ts';

/** The longest text that a page gets of a response, in UTF-16 units. */
const maxText = 100_000;
/** The longest other text, likewise. */
const maxName = 200;

/** A row of a log with its response and what became of it. */
export interface ReadRow {
  readonly name: string;
  readonly text: string;
  /** Where in the text the cause stands. */
  readonly span?: TextSpan;
  readonly log: string;
  readonly line: number;
  readonly verdict: RowVerdict;
  readonly code?: string;
  readonly detail?: string;
  readonly sentence?: string;
}

/** A row's response for the pane below the rows: bounded, with its cause inside of what is shown. */
export function shownRowText(row: number, { name, text, span, log, line, verdict, ...cause }: ReadRow): RowText {
  const end = cutAt(text);
  const { code, detail, sentence } = cause;
  const before = span && text.slice(0, span.start);
  const isShown = span !== undefined && span.start <= end;
  return {
    row,
    name: shownName(name, maxName),
    place: `${shownName(log, maxName)}:${line}`,
    verdict,
    text: text.slice(0, end),
    isCut: end < text.length,
    ...(isShown && { span: { start: span.start, end: Math.min(span.end, end) } }),
    ...(before !== undefined && {
      line: before.split('\n').length,
      column: before.length - before.lastIndexOf('\n'),
    }),
    ...(code !== undefined && { code: shownName(code, maxName) }),
    ...(detail !== undefined && { detail: shownName(detail, maxName) }),
    ...(sentence !== undefined && { sentence }),
  };
}

/** Where a text is cut: never between the two halves of a character. */
function cutAt(text: string): number {
  if (text.length <= maxText) return text.length;
  return /[\uD800-\uDBFF]/.test(text.charAt(maxText - 1)) ? maxText - 1 : maxText;
}
