import type { Span } from '../core/span.ts';
import type { ResponseEdit } from './responseCandidate.ts';

/**
 * The edits that put `wanted` in the place of a stretch: what stands around it there goes, or what differs from it in the
 * middle is written anew. None where it stands there already. Linear in the two.
 */
export function smallestEdits(
  text: string,
  { start, end }: Span,
  wanted: string,
  cause: ResponseEdit['cause'],
): readonly ResponseEdit[] {
  const written = text.slice(start, end);
  const within = wanted === '' ? -1 : written.indexOf(wanted);
  if (within >= 0)
    return [
      { start, end: start + within, text: '', cause },
      { start: start + within + wanted.length, end, text: '', cause },
    ].filter(edit => edit.end > edit.start);
  const least = Math.min(written.length, wanted.length);
  let before = 0;
  while (before < least && written[before] === wanted[before]) before++;
  let after = 0;
  while (after < least - before && written.at(-1 - after) === wanted.at(-1 - after)) after++;
  return [{ start: start + before, end: end - after, text: wanted.slice(before, wanted.length - after), cause }];
}
