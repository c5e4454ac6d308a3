import type { Span } from '../core/span.ts';
import type { ResponseEdit } from './responseCandidate.ts';

/**
 * The edits that write a tag as it is wanted in the place of a stretch, in order: all of it where its letters are others, so
 * that the tag can be seen in what is told of it; else no more than differs.
 */
export function tagEdit(
  text: string,
  place: Span,
  replacement: string,
  cause: ResponseEdit['cause'],
): readonly ResponseEdit[] {
  if (cause !== 'tag-case' && cause !== 'wrong-tag') return smallestEdits(text, place, replacement, cause);
  return [{ start: place.start, end: place.end, text: replacement, cause }];
}

/**
 * The edits that make `replacement` of a stretch, in order: what stands between its characters goes; or what stands around its
 * inside, as around that of a tag, is written anew; or what differs in the middle is. None where it stands there already.
 * Linear in the two.
 */
export function smallestEdits(
  text: string,
  { start, end }: Span,
  replacement: string,
  cause: ResponseEdit['cause'],
): readonly ResponseEdit[] {
  const written = text.slice(start, end);
  const gaps = gapsOf(written, replacement);
  if (gaps) return gaps.map(gap => ({ start: start + gap.start, end: start + gap.end, text: '', cause }));
  const inside = replacement.slice(1, -1);
  const at = inside === '' ? -1 : written.indexOf(inside);
  if (at >= 0) {
    const stop = start + at + inside.length;
    return [
      ...smallestEdits(text, { start, end: start + at }, replacement.slice(0, 1), cause),
      ...smallestEdits(text, { start: stop, end }, replacement.slice(-1), cause),
    ];
  }
  const least = Math.min(written.length, replacement.length);
  let before = 0;
  while (before < least && written[before] === replacement[before]) before++;
  let after = 0;
  while (after < least - before && written.at(-1 - after) === replacement.at(-1 - after)) after++;
  return [
    { start: start + before, end: end - after, text: replacement.slice(before, replacement.length - after), cause },
  ];
}

/** The stretches of a text that are not part of another one, which has the rest of its characters in their order; `undefined` where it has not. */
function gapsOf(written: string, replacement: string): readonly Span[] | undefined {
  const gaps: Span[] = [];
  let from = 0;
  for (const unit of replacement.split('')) {
    const at = written.indexOf(unit, from);
    if (at < 0) return undefined;
    if (at > from) gaps.push({ start: from, end: at });
    from = at + 1;
  }
  return from < written.length ? [...gaps, { start: from, end: written.length }] : gaps;
}
