import type { Span } from '../core/span.ts';
import type { ResponseEdit } from './responseCandidate.ts';

/** The edits that take out what stands around the JSON at `span`: a part of an answer holds its value and nothing else. `undefined`: the JSON is all there is. */
export function proseEdits(source: string, span: Span | undefined): readonly ResponseEdit[] {
  if (!span) return [];
  return [
    { start: 0, end: span.start },
    { start: span.end, end: source.length },
  ]
    .filter(({ start, end }) => source.slice(start, end).trim() !== '')
    .map(each => ({ ...each, text: '', cause: 'prose-around' }));
}
