import { partitionPoint } from '../../core/partitionPoint.ts';
import type { Span } from '../../core/span.ts';

/** A text with its tabs expanded, and the way back to the text that was given. */
export interface ExpandedText {
  readonly text: string;
  /** The span of the given text that a span of the expanded one came from. */
  spanOf(start: number, end: number): Span;
}

const tabSize = 8;

/** Python's `text.expandtabs()`: columns count code points and begin again after a line feed or a carriage return. */
export function expandTabs(text: string): ExpandedText {
  if (!text.includes('\t')) return { text, spanOf: (start, end) => ({ start, end }) };
  const pieces: string[] = [];
  /** For every run between tabs: where it begins in the expanded text, and by how much that is later. */
  const begins: number[] = [0];
  const shifts: number[] = [0];
  let column = 0;
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charAt(i);
    if (unit === '\t') {
      const blanks = tabSize - (column % tabSize);
      pieces.push(' '.repeat(blanks));
      column += blanks;
      length += blanks;
      begins.push(length);
      shifts.push(length - i - 1);
      continue;
    }
    pieces.push(unit);
    length++;
    if (unit === '\n' || unit === '\r') column = 0;
    else if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) column++;
  }
  const origin = (offset: number) => {
    const run = partitionPoint(begins, start => start <= offset) - 1;
    return offset - (shifts[run] ?? 0);
  };
  return { text: pieces.join(''), spanOf: (start, end) => ({ start: origin(start), end: origin(end - 1) + 1 }) };
}
