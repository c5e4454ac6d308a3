import { applyEdits } from '../../core/applyEdits.ts';
import type { Anatomy } from './anatomy.ts';
import { at, type MutationOperator, replaced } from './operator.ts';
import type { Tag } from './tagPairs.ts';

const tag = { family: 'tags', on: 'answer', needs: 'tags' } as const;

/** Mistakes with tags. */
export const tagOperators: readonly MutationOperator[] = [
  {
    ...tag,
    name: 'tag-case',
    summary: 'tags in another case',
    mutate: anatomy =>
      eachTag(anatomy, written =>
        written.replace(/^(\P{L}*)([\p{L}\p{N}_]+)/u, (_, marks, name) => marks + otherCase(name)),
      ),
  },
  {
    ...tag,
    name: 'tag-spaces',
    summary: 'tags with spaces',
    needs: 'tags in brackets',
    mutate: anatomy => eachTag(anatomy, spaced),
  },
  {
    ...tag,
    name: 'tag-end-missing',
    summary: 'a missing end tag',
    needs: 'end tags',
    mutate({ text, tags }, random) {
      const closed = closedOf(tags);
      return closed.length > 0 ? replaced(text, random.pick(closed).end, '') : undefined;
    },
  },
  {
    ...tag,
    name: 'tag-end-as-begin',
    summary: 'a begin tag in place of an end tag',
    needs: 'end tags',
    mutate({ text, tags }, random) {
      const closed = closedOf(tags);
      if (closed.length === 0) return undefined;
      const { begin, end } = random.pick(closed);
      return replaced(text, end, at(text, begin));
    },
  },
  {
    ...tag,
    name: 'tag-emphasis',
    summary: 'tags in Markdown emphasis',
    mutate: anatomy => eachTag(anatomy, written => `**${written}**`, true),
  },
  {
    ...tag,
    name: 'tag-heading',
    summary: 'tags as Markdown headings',
    mutate({ text, tags }) {
      const outer = tags.filter(({ isInner }) => !isInner);
      if (outer.length === 0) return undefined;
      const edits = outer.map(({ begin: { start } }) => ({
        span: { start, end: start },
        text: start === 0 || text.charAt(start - 1) === '\n' ? '### ' : '\n### ',
      }));
      return applyEdits(text, edits);
    },
  },
  {
    ...tag,
    name: 'tag-escaped',
    summary: 'HTML-escaped tags',
    needs: 'tags with < and >',
    mutate: anatomy => eachTag(anatomy, written => written.replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
  },
];

/** A longer tag is left as it is. */
const maxSpaced = 200;

function spaced(tag: string): string {
  if (tag.length > maxSpaced) return tag;
  return tag.replace(/^([^\p{L}\p{N}_\s]+)([\s\S]*[\p{L}\p{N}_])([^\p{L}\p{N}_\s]+)$/u, '$1 $2 $3');
}

function otherCase(name: string): string {
  const upper = name.toUpperCase();
  return name === upper ? name.toLowerCase() : upper;
}

function closedOf(tags: readonly Tag[]): readonly Tag[] {
  return tags.filter(({ end }) => end.end > end.start);
}

/** Rewrites begin and end tags, where wanted the outer ones only; `undefined` where there are none. */
function eachTag({ text, tags }: Anatomy, rewrite: (written: string) => string, outerOnly = false): string | undefined {
  const spans = tags
    .filter(({ isInner }) => !(outerOnly && isInner))
    .flatMap(({ begin, end }) => [begin, end])
    .filter(({ start, end }) => end > start)
    .sort((one, other) => one.start - other.start);
  if (spans.length === 0) return undefined;
  return applyEdits(
    text,
    spans.map(span => ({ span, text: rewrite(at(text, span)) })),
  );
}
