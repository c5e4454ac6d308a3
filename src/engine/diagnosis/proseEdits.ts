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

/** What stands behind the lines of prose in front; `undefined` where there are none, or nothing else. */
export function withoutProse(text: string, { start, end }: Span): Span | undefined {
  let at = start;
  while (at < end) {
    const feed = text.indexOf('\n', at);
    const stop = feed < 0 || feed > end ? end : feed;
    const line = text.slice(at, stop).trim();
    if (line !== '' && !isProse(line)) break;
    at = stop + 1;
  }
  return at > start && at < end ? { start: at, end } : undefined;
}

/** Three words at least, from a capital to the end of a sentence or a colon, without the signs of code; or five of letters. */
function isProse(line: string): boolean {
  const isSentence = /^\p{Lu}[^{}=;|$<>`\\()]*[.:!?]$/u.test(line) && line.split(' ', 3).length === 3;
  return isSentence || /^\p{Lu}[\p{L}’',]*(?: [\p{L}’',]+){4,}$/u.test(line);
}

/** Whether nothing of a text is anything but prose. */
export function isOnlyProse(text: string): boolean {
  return text.split('\n').every(line => line.trim() === '' || isProse(line.trim()));
}
