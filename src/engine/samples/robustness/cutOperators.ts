import type { Span } from '../../core/span.ts';
import type { Anatomy } from './anatomy.ts';
import type { MutationOperator } from './operator.ts';

const cut = { family: 'truncation', on: 'answer', isLossy: true } as const;

/** An answer that ends too early, at a token limit or a stop sequence. */
export const cutOperators: readonly MutationOperator[] = [
  {
    ...cut,
    name: 'cut-early',
    summary: 'cut off in the first third of the answer',
    needs: 'an answer of some length',
    mutate({ text, answer: { start, end } }, random) {
      const third = Math.floor((end - start) / 3);
      return third > 1 ? text.slice(0, start + 1 + random.below(third)) : undefined;
    },
  },
  {
    ...cut,
    name: 'cut-in-value',
    summary: 'cut off in a value',
    needs: 'a text value of some length',
    mutate(anatomy, random) {
      const texts = textsOf(anatomy).filter(({ start, end }) => end - start > 3);
      if (texts.length === 0) return undefined;
      const { start, end } = random.pick(texts);
      return anatomy.text.slice(0, start + 1 + random.below(end - start - 2));
    },
  },
  {
    ...cut,
    name: 'cut-before-end',
    summary: 'cut off before the last tag or bracket',
    needs: 'tags or JSON',
    mutate({ text, tags, json }) {
      const last = tags.findLast(({ end, isInner }) => !isInner && end.end > end.start);
      const end = last ? last.end.start : json ? json.span.end - 1 : undefined;
      return end === undefined ? undefined : text.slice(0, end);
    },
  },
  {
    ...cut,
    name: 'empty',
    summary: 'nothing at all',
    needs: 'an answer',
    mutate: () => '',
  },
];

/** The texts of values in the answer: strings of JSON without their quotes, else what fields say. */
function textsOf({ json, contents, answer }: Anatomy): readonly Span[] {
  if (json)
    return json.tokens
      .filter(({ kind }) => kind === 'string')
      .map(({ start, end }) => ({ start: start + 1, end: end - 1 }));
  return contents.filter(({ start, end }) => start >= answer.start && end <= answer.end);
}
