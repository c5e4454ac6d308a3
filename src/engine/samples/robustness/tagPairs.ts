import type { Field } from '../../core/result.ts';
import type { Span } from '../../core/span.ts';

/** A pair of tags; `end` is empty where a label alone says what follows. */
export interface Tag {
  readonly begin: Span;
  readonly end: Span;
  /** Whether it stands in another pair. */
  readonly isInner: boolean;
}

/** How many tags may lack their end: each is searched for to the end of the text. */
const maxMissing = 50;

const opening = /<([A-Za-z_][\w.-]*)(?:[= ][^<>\n]*)?>/g;

/**
 * The tags around the fields of a response, in order, and those within a field whose value was made of them, one level
 * deep. `texts`: the inner spans of fields that are text and nothing else. Linear.
 */
export function findTags(text: string, fields: readonly Field[], texts: ReadonlySet<Span>): readonly Tag[] {
  const tags: Tag[] = [];
  for (const { span, inner } of fields) {
    const begin = trimmed(text, { start: span.start, end: inner.start });
    const end = trimmed(text, { start: inner.end, end: span.end });
    const isTagged = isTag(text.slice(begin.start, begin.end));
    if (isTagged) tags.push({ begin, end, isInner: false });
    if (texts.has(inner)) continue;
    const within = pairsIn(text, inner, isTagged);
    tags.push(...within);
    // One pair around the whole field is the outer one; what counts are those in it.
    const [only, ...others] = within;
    if (!isTagged && only && others.length === 0)
      tags.push(...pairsIn(text, { start: only.begin.end, end: only.end.start }, true));
  }
  const places = new Set<number>();
  return tags
    .filter(({ begin }) => !places.has(begin.start) && places.add(begin.start))
    .sort((one, other) => one.begin.start - other.begin.start);
}

function pairsIn(text: string, { start, end }: Span, isInner: boolean): readonly Tag[] {
  const tags: Tag[] = [];
  const stretch = text.slice(start, end);
  if (!/^\s*</.test(stretch)) return [];
  const missing = new Set<string>();
  opening.lastIndex = 0;
  for (let match = opening.exec(stretch); match; match = opening.exec(stretch)) {
    const closing = `</${match[1]}>`;
    const from = match.index + match[0].length;
    const close = missing.has(closing) ? -1 : stretch.indexOf(closing, from);
    if (close < 0) {
      if (missing.add(closing).size > maxMissing) break;
      continue;
    }
    tags.push({
      begin: { start: start + match.index, end: start + from },
      end: { start: start + close, end: start + close + closing.length },
      isInner,
    });
    opening.lastIndex = close + closing.length;
  }
  return tags;
}

/** Quotes and fences are not tags; neither is what has no name. */
function isTag(text: string): boolean {
  return /\p{L}/u.test(text) && !text.startsWith('`') && !text.startsWith('"');
}

function trimmed(text: string, { start, end }: Span): Span {
  const written = text.slice(start, end);
  const from = start + (written.length - written.trimStart().length);
  return { start: from, end: Math.max(from, start + written.trimEnd().length) };
}
