import type { Span } from '../core/span.ts';

/** What stands between two tags: `span` with the tags, `inner` without; or which of the tags is missing, and the place of the other. */
export type Tagged =
  | { readonly found: true; readonly span: Span; readonly inner: Span }
  | { readonly found: false; readonly begin: Span | undefined; readonly end: Span | undefined };

/**
 * The first content between two literal tags, as AgentScope's parsers find it: the first begin tag anywhere, then the
 * first end tag after it; without a begin tag, any end tag counts as present. Linear.
 */
export function findTagged(text: string, beginTag: string, endTag: string): Tagged {
  // What `PairSearch` finds in a whole text, without what it keeps of a text that comes in pieces.
  const begin = text.indexOf(beginTag);
  const inner = begin + beginTag.length;
  const end = text.indexOf(endTag, begin < 0 ? 0 : inner);
  if (begin >= 0 && end >= 0)
    return { found: true, span: { start: begin, end: end + endTag.length }, inner: { start: inner, end } };
  return {
    found: false,
    begin: begin < 0 ? undefined : { start: begin, end: inner },
    end: begin >= 0 || end < 0 ? undefined : { start: end, end: end + endTag.length },
  };
}

/** The first line that is not blank, without its line feed; the whole (empty or blank) text where there is none. */
export function firstLine(text: string): Span {
  const start = text.search(/\S/);
  if (start === -1) return { start: 0, end: text.length };
  const feed = text.indexOf('\n', start);
  return { start, end: feed === -1 ? text.length : feed };
}
