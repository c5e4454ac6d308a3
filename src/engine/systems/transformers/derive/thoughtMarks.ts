import type { FieldJson } from './callParts.ts';
import { anchorOf, patternOf } from './textPieces.ts';

/** What begins and ends the thoughts of an answer. */
export interface ThoughtMarks {
  /** Empty: they begin the answer without a mark. */
  readonly open: string;
  /** Empty, as `open` is: they are all that stands outside of the marks of words. */
  readonly close: string;
}

/** The field that reads thoughts; `ends`: what ends an answer. */
export function thoughtsField({ open, close }: ThoughtMarks, ends: readonly string[]): FieldJson {
  if (open !== '') return { open, close };
  if (close === '') return anchorOf('close', ends);
  // Where the answer ends before it has the mark, it has no thoughts.
  const before = ends.length > 0 ? `(?:(?!${ends.map(patternOf).join('|')}).)*` : '.*?';
  return { open_pattern: `\\A\\s*(?=${before}${patternOf(close)})`, close };
}
