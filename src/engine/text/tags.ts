import type { Span } from '../core/span.ts';
import { PairSearch } from './growing/pairSearch.ts';

/** What stands between two tags: `span` with the tags, `inner` without; or which of the tags is missing, and the place of the other. */
export type Tagged =
  | { readonly found: true; readonly span: Span; readonly inner: Span }
  | { readonly found: false; readonly begin: Span | undefined; readonly end: Span | undefined };

/**
 * The first content between two literal tags, as AgentScope's parsers find it: the first begin tag anywhere, then the
 * first end tag after it; without a begin tag, any end tag counts as present. Linear.
 */
export function findTagged(text: string, beginTag: string, endTag: string): Tagged {
  const pair = new PairSearch(beginTag, endTag).readWhole(text);
  const { closed } = pair;
  if (closed) return { found: true, span: closed.span, inner: closed.inner };
  const { opened } = pair;
  const end = opened ? -1 : text.indexOf(endTag);
  return { found: false, begin: opened, end: end === -1 ? undefined : { start: end, end: end + endTag.length } };
}

/** The first line that is not blank, without its line feed; the whole (empty or blank) text where there is none. */
export function firstLine(text: string): Span {
  const start = text.search(/\S/);
  if (start === -1) return { start: 0, end: text.length };
  const feed = text.indexOf('\n', start);
  return { start, end: feed === -1 ? text.length : feed };
}
