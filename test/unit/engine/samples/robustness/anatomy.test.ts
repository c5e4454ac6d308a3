import assert from 'node:assert/strict';
import type { Field } from '../../../../../src/engine/core/result.ts';
import { anatomyOf } from '../../../../../src/engine/samples/robustness/anatomy.ts';
import { jsonTokens } from '../../../../../src/engine/samples/robustness/jsonTokens.ts';
import { findTags } from '../../../../../src/engine/samples/robustness/tagPairs.ts';

/** A field whose value is the first place of `inner` in a text, in which it takes `outer`. */
function field(text: string, outer: string, inner = outer, value: unknown = inner): Field {
  const start = text.indexOf(outer);
  const from = start + outer.indexOf(inner);
  return {
    key: 'k',
    value,
    span: { start, end: start + outer.length },
    inner: { start: from, end: from + inner.length },
  };
}

/** A field of the value that stands there as JSON. */
const json = (text: string, written: string) => field(text, written, written, JSON.parse(written));

suite('what a response is made of', () => {
  const rows: readonly (readonly [
    what: string,
    text: string,
    fields: (text: string) => readonly Field[],
    json: string | undefined,
    answer: string,
  ])[] = [
    ['nothing but words is the answer itself', 'Just so.', () => [], undefined, 'Just so.'],
    ['JSON among words', 'So: {"a": "b"} ok', () => [], '{"a": "b"}', '{"a": "b"}'],
    ['brackets that are not JSON', 'I [as you know] say {"a": 1}', () => [], '{"a": 1}', '{"a": 1}'],
    ['JSON in such brackets', '[as I said, {"a": 1} here]', () => [], '{"a": 1}', '{"a": 1}'],
    ['the longest JSON', '[1] {"a": 1} [2]', () => [], '{"a": 1}', '{"a": 1}'],
    [
      'shorter JSON that was read, behind other JSON',
      '{"example": [1, 2, 3]} {"a": 7}',
      text => [json(text, '7')],
      '{"a": 7}',
      '{"a": 7}',
    ],
    [
      'shorter JSON that was read, before other JSON',
      '{"a": 7} {"example": [1, 2, 3]}',
      text => [json(text, '7')],
      '{"a": 7}',
      '{"a": 7}',
    ],
    ['JSON in a text of a value', 'I say [1]', text => [field(text, 'I say [1]')], undefined, 'I say [1]'],
    [
      'JSON in a text that holds another value',
      'I say so [1]',
      text => [field(text, 'I say so [1]'), field(text, 'say')],
      undefined,
      'I say so [1]',
    ],
    ['a fence in prose', 'So:\n```\nls\n```\nok', () => [], undefined, '```\nls\n```'],
    [
      'tags, and JSON behind them',
      'So <a>x</a> or {"b": 1}.',
      text => [field(text, '<a>x</a>', 'x')],
      '{"b": 1}',
      '<a>x</a> or {"b": 1}',
    ],
  ];
  for (const [what, text, fields, json, answer] of rows)
    test(what, () => {
      const anatomy = anatomyOf(text, fields(text), '');
      assert.equal(anatomy.json && text.slice(anatomy.json.span.start, anatomy.json.span.end), json);
      assert.equal(text.slice(anatomy.answer.start, anatomy.answer.end), answer);
    });
});

suite('the tokens of JSON', () => {
  const rows: readonly (readonly [text: string, kinds: string])[] = [
    ['{"a": "b"}', '{ key : blank string }'],
    ['[true, -1e5]', '[ word , blank word ]'],
    ['{\t"a"\r:\n1 }', '{ blank key blank : blank word blank }'],
    [
      '{"a": ["b", {"c,": "d"}], "e": 1}',
      '{ key : blank [ string , blank { key : blank string } ] , blank key : blank word }',
    ],
  ];
  for (const [text, kinds] of rows)
    test(JSON.stringify(text), () => {
      const tokens = jsonTokens(text, { start: 0, end: text.length });
      assert.equal(tokens.map(({ kind }) => kind).join(' '), kinds);
      assert.equal(tokens.map(({ start, end }) => text.slice(start, end)).join(''), text);
    });
});

suite('the tags of a response', () => {
  /** A pair is written as its two tags, with `>` before one that stands in another. */
  const tags = (text: string, fields: readonly Field[], texts = fields) =>
    findTags(text, fields, new Set(texts.map(({ inner }) => inner))).map(({ begin, end, isInner }) =>
      [isInner ? '>' : '', text.slice(begin.start, begin.end), ' ', text.slice(end.start, end.end)].join(''),
    );

  test('in the order of the text', () => {
    const text = '<a>x</a> <b>y</b>';
    assert.deepEqual(tags(text, [field(text, '<b>y</b>', 'y'), field(text, '<a>x</a>', 'x')]), [
      '<a> </a>',
      '<b> </b>',
    ]);
  });

  test('tags that several fields were read from count once', () => {
    const text = '<a>x</a>';
    const one = field(text, text, 'x');
    assert.deepEqual(tags(text, [one, { ...one, key: 'other' }]), ['<a> </a>']);
  });

  test('fences and quotes are not tags, and neither is what has no name', () => {
    for (const text of ['```json\nx\n```', '"a": x', '--x--'])
      assert.deepEqual(tags(text, [field(text, text, 'x')]), [], text);
  });

  test('a label has no end', () => {
    const text = 'Thought: rain\n';
    assert.deepEqual(tags(text, [field(text, 'Thought: rain', 'rain')]), ['Thought: ']);
  });

  test('those that a value was made of stand in the tag around them', () => {
    const text = '<call><x>1</x><y>2</y></call>';
    const fields = [field(text, text, '<x>1</x><y>2</y>', { x: 1, y: 2 })];
    assert.deepEqual(tags(text, fields, []), ['<call> </call>', '><x> </x>', '><y> </y>']);
    assert.deepEqual(tags(text, fields), ['<call> </call>']);
  });
});
