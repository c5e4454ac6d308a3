import type { LookaheadText } from './lookaheadText.ts';

/** Whether a comma is the next thing but blanks behind an index, or the last one before it. */
export function isCommaAround(text: LookaheadText, index: number): boolean {
  if (text.at(text.skipSpace(index)) === ',') return true;
  let before = index - 1;
  while (before >= 0 && text.isSpace(before) && text.look()) before--;
  return text.at(before) === ',';
}
