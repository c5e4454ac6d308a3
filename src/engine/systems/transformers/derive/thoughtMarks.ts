import type { FieldJson } from './callParts.ts';
import { anchorOf, patternOf } from './textPieces.ts';

/** What begins and ends the thoughts of an answer. */
export interface ThoughtMarks {
  /** Empty: they begin the answer without a mark. */
  readonly open: string;
  /** Empty: they end where something else opens; without an opening either they are all that stands outside of the marks of words. */
  readonly close: string;
}

/** The field that reads thoughts; `ends`: what ends an answer; `others`: patterns of what opens the rest of it. */
export function thoughtsField(
  { open, close }: ThoughtMarks,
  ends: readonly string[],
  others: readonly string[],
): FieldJson {
  if (open !== '' && close === '')
    return { open, close_pattern: `(?=${[...others, ...ends.map(patternOf)].join('|')})` };
  if (open !== '') return { open, close };
  if (close === '') return anchorOf('close', ends);
  // Where the answer ends before it has the mark, it has no thoughts.
  const before = ends.length > 0 ? `(?:(?!${ends.map(patternOf).join('|')}).)*` : '.*?';
  return { open_pattern: `\\A\\s*(?=${before}${patternOf(close)})`, close };
}
