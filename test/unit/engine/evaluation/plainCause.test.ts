import assert from 'node:assert/strict';
import type { ExpectedMarkup } from '../../../../src/engine/diagnosis/expectedMarkup.ts';
import { plainCause } from '../../../../src/engine/evaluation/plainCause.ts';
import type { AnswerFormat } from '../../../../src/engine/evaluation/suspicions/answerFormat.ts';

const cause = (text: string, markup: Partial<ExpectedMarkup>, finish?: string) =>
  plainCause(
    text,
    { markup: { tags: [], fence: undefined, json: undefined, ...markup } } as unknown as AnswerFormat,
    finish,
  );

suite('what is plainly wrong with a response', () => {
  const block = { fence: 'json', json: '{}' };
  const tags = {
    tags: [
      { open: '[A]', close: '[/A]' },
      { open: 'B:', close: '' },
    ],
  };
  for (const [what, text, markup, expected, finish] of [
    ['nothing in it', ' \n', {}, 'empty response'],
    ['ended by the limit', 'x', {}, 'cut off', 'length'],
    ['ended by itself', 'x', {}, undefined, 'stop'],
    ['no code block', 'So.', block, 'no code block'],
    ['JSON without a block', '{"a": 1', block, undefined],
    ['brackets where code is wanted', 'a[1]', { fence: 'python' }, 'no code block'],
    ['a block that does not end', '```json\n{', block, 'cut off'],
    ['a block that ends', '```json\n{\n```', block, undefined],
    ['another block', '```python\nx', block, undefined],
    ['no tag', 'So.', tags, 'no tag'],
    ['a tag that does not end', '[A]x B: y', tags, 'cut off'],
    ['a tag that ended once and begins again', '[A]x[/A] B: [A]', tags, 'cut off'],
    ['one of two tags', '[A]x[/A]', tags, 'missing tag'],
    ['all tags', '[A]x[/A] B: y', tags, undefined],
    ['a format without markup', 'So.', {}, undefined],
  ] as const)
    test(what, () => assert.equal(cause(text, markup, finish), expected));
});
