import assert from 'node:assert/strict';
import type { PyValue } from '../../../../src/engine/core/pyValue.ts';
import { PyFloat } from '../../../../src/engine/core/pyValue.ts';
import { createParser, readDefinitions } from '../../../../src/engine/definition/index.ts';
import { split } from '../../../../src/engine/samples/index.ts';
import { splitValue } from '../../../../src/engine/samples/split.ts';

const value = new Map<string, PyValue>([
  ['thought', 't'],
  ['speak', 's'],
]);
const content = (keys: PyValue, parsed: PyValue = value, allowMissing = false) =>
  splitValue({ content: keys, memory: true, metadata: false }, parsed, { allowMissing }).content;

suite('splitValue', () => {
  test('each filter on its own', () =>
    assert.deepEqual(splitValue({ content: 'speak', memory: ['speak', 'thought', 'speak'], metadata: false }, value), {
      content: { exact: 's', fields: ['speak'], warnings: [] },
      memory: {
        exact: new Map([
          ['speak', 's'],
          ['thought', 't'],
        ]),
        fields: ['speak', 'thought'],
        warnings: [],
      },
      metadata: { exact: null, fields: [], warnings: [] },
    }));

  test('true is the value itself', () => {
    assert.deepEqual(content(true), { exact: value, fields: ['thought', 'speak'], warnings: [] });
    assert.deepEqual(content(true, [1]), { exact: [1], warnings: [] });
  });

  test('allow_missing skips keys of a list, with a warning', () => {
    const missing = 'Content name x not found in the response. Skip it.';
    assert.deepEqual(content(['x'], value, true), { exact: new Map(), fields: [], warnings: [missing] });
  });

  const errors: [name: string, keys: PyValue, parsed: PyValue, className: string, message: string][] = [
    ['missing key', "it's", value, 'KeyError', '"it\'s"'],
    ['missing name', ['speak', 'x', 'y'], value, 'ValueError', 'Name x not found in the response.'],
    ['null', null, value, 'TypeError', "'NoneType' object is not iterable"],
    ['number', 1, value, 'TypeError', "'int' object is not iterable"],
    ['value is not a dictionary', 'a', ['a'], 'TypeError', 'list indices must be integers or slices, not str'],
    [
      'value is a list that has the name',
      ['a'],
      ['a'],
      'TypeError',
      'list indices must be integers or slices, not str',
    ],
    ['value is a number', ['a'], 1, 'TypeError', "argument of type 'int' is not iterable"],
  ];
  for (const [name, keys, parsed, className, message] of errors)
    test(name, () => assert.deepEqual(content(keys, parsed), { error: { class: className, message } }));
});

suite('split', () => {
  const [definition] = readDefinitions('{"type": "MarkdownJsonDictParser"}', 'x.parser.json').definitions;
  const rows: readonly (readonly [what: string, given: object])[] = [
    ['a key `ok` that is true', { ok: true, a: 1 }],
    ['a key `ok` that is false', { ok: false, a: 1 }],
    ['a key `ok` that is a number', { ok: 1, a: 1 }],
    ['some keys of a result', { ok: true, value: 1, fields: [], repairs: [] }],
    ['some keys of an error', { ok: false, response: 'x', warnings: [] }],
    ['the keys of a result without its `ok`', { ok: 1, response: 'x', warnings: [] }],
  ];

  test('keeps the floats of a result, and takes those of a copy for integers', async () => {
    const result = await createParser(definition!).parse('{"a": 1.0}');
    for (const [given, a] of [
      [result, new PyFloat(1)],
      [structuredClone(result), 1],
    ] as const) {
      const made = split(definition!, given);
      assert.deepEqual(made && 'exact' in made.content && made.content.exact, new Map([['a', a]]));
    }
  });

  for (const [what, given] of rows)
    test(`takes a value for what it is: ${what}`, () => {
      const made = split(definition!, given);
      assert.deepEqual(made && 'value' in made.content && made.content.value, given);
    });
});
