import type { Span } from '../../core/span.ts';
import { pythonPattern, stripSpan, whiteClass } from '../../python/index.ts';

const textValue = pythonPattern(String.raw`(?:"text"|text)\s*:\s*"[^"]{3,}"`, { ignoreCase: true });
const sentenceBreak = new RegExp(`(?<=[.!?])[${whiteClass}]+`, 'g');

/** The quoted value of the first `"text": "…"` or `text: "…"`, of three characters at least: where it stands with and without its quotes, and stripped. */
export function findTextValue(text: string): { readonly span: Span; readonly inner: Span } | undefined {
  const match = textValue(text).exec(text);
  if (!match) return undefined;
  const end = match.index + match[0].length;
  const start = text.lastIndexOf('"', end - 2);
  return { span: { start, end }, inner: stripSpan(text, start + 1, end - 1) };
}

/** What follows the last quote, stripped, where the number of quotes is odd. */
export function openQuoteTail(text: string): Span | undefined {
  const parts = text.split('"');
  return parts.length % 2 === 0 ? stripSpan(text, text.lastIndexOf('"') + 1) : undefined;
}

/** The sentences of a text: what stands between white space that follows `.`, `!` or `?`. */
export function sentenceSpans(text: string): readonly Span[] {
  const breaks = [...text.matchAll(sentenceBreak)].map(({ 0: blanks, index }) => ({
    start: index,
    end: index + blanks.length,
  }));
  return [0, ...breaks.map(({ end }) => end)].map((start, i) => ({ start, end: breaks[i]?.start ?? text.length }));
}
