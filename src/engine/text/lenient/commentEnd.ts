import type { LookaheadText } from './lookaheadText.ts';
import { isOneOf } from './membersAhead.ts';
import type { ReadContext } from './readContext.ts';

/** Where a comment ends that begins at an index: `#` and `//` with the line or what it stands in, and `/*` with its end. Linear. */
export function commentEnd(text: LookaheadText, index: number, context: ReadContext): number {
  const pair = text.at(index) + text.at(index + 1);
  if (pair.startsWith('#')) {
    const ends = `\n\r${context.has('array') ? ']' : ''}${context.has('value') ? '}' : ''}${context.has('key') ? ':' : ''}`;
    let end = index;
    while (end < text.length && !isOneOf(text.at(end), ends)) end++;
    return end;
  }
  if (pair === '//') return text.lineEnd(index + 2);
  if (pair === '/*') {
    // `/*/` is a whole comment.
    const end = text.text.indexOf('*/', index + 1);
    return end === -1 ? text.length : end + 2;
  }
  return pair.startsWith('/') ? index + 1 : index;
}
