import type { LookaheadText } from './lookaheadText.ts';
import { isOneOf } from './membersAhead.ts';
import type { ReadContext } from './readContext.ts';

/** Where a comment that begins at `start` ends; a slash that begins none is left out alone. */
export function commentEnd(text: LookaheadText, context: ReadContext, start: number): number {
  const pair = text.at(start) + text.at(start + 1);
  if (pair.startsWith('#')) {
    const ends = `\n\r${context.has('array') ? ']' : ''}${context.has('value') ? '}' : ''}${context.has('key') ? ':' : ''}`;
    let end = start;
    while (end < text.length && !isOneOf(text.at(end), ends)) end++;
    return end;
  }
  if (pair === '//') return text.lineEnd(start + 2);
  if (pair === '/*') {
    // `/*/` is a whole comment.
    const end = text.text.indexOf('*/', start + 1);
    return end === -1 ? text.length : end + 2;
  }
  return pair.startsWith('/') ? start + 1 : start;
}
