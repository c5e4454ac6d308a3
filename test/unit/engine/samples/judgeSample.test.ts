import assert from 'node:assert/strict';
import { toPlain } from '../../../../src/engine/core/pyValue.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import { createSampleJudge, judgeSample, wholeExpectation } from '../../../../src/engine/samples/index.ts';

/** The verdict on a response of a dictionary definition, given what a sample expects, as JSONC. */
async function judge(expect: string | undefined, response: string, keys = '') {
  const sample = `{ "text": ""${expect === undefined ? '' : `, "expect": ${expect}`} }`;
  const text = `{ "type": "MarkdownJsonDictParser", "keys_to_content": "a", ${keys} "samples": [${sample}] }`;
  const definition = readDefinitions(text, 'x').definitions[0]!;
  return judgeSample(definition, definition.samples[0]!, response);
}

suite('judgeSample', () => {
  test('names the members that break the schema, whatever the framework’s sentence says first', async () => {
    const keys = '"required_keys": ["a", "b", "c", "d"],';
    const { message } = await judge(undefined, '{"a": 1}', keys);
    assert.match(
      message ?? '',
      /^RequiredFieldNotFoundError \(missing-key \/b, missing-key \/c, missing-key \/d\): Missing/,
    );
    const { message: five } = await judge('{ "value": 1 }', '{}', keys);
    assert.match(five ?? '', /^The response does not parse\. .* \(missing-key \/a, .*, 1 more\): /);
  });

  test('passes what is as expected', async () => {
    const cases: [expect: string | undefined, response: string][] = [
      [undefined, '{}'],
      ['{}', '{}'],
      ['{ "value": { "b": [1.0], "a": "x" } }', '{"a": "x", "b": [1]}'],
      ['{ "value": { "a": 12345678901234567890123 } }', '{"a": 12345678901234567890123}'],
      ['{ "value": { "a": "NaN", "b": "-Infinity" } }', '{"a": NaN, "b": -Infinity}'],
      ['{ "content": 1, "memory": { "a": 1 }, "metadata": null }', '{"a": 1}'],
      ['{ "error": "JsonTypeError" }', '[]'],
    ];
    for (const [expect, response] of cases)
      assert.deepEqual(await judge(expect, response), { verdict: 'pass', differences: [] }, expect);
  });

  test('says how the rest differs', async () => {
    const cases: [expect: string | undefined, response: string, message: RegExp, ...differences: object[]][] = [
      [undefined, '[]', /^JsonTypeError: /],
      ['{}', '[]', /^JsonTypeError: /],
      ['{ "content": 1 }', '{"a": true}', /^content /, { part: 'content', expected: '1', actual: 'true' }],
      ['{ "value": {} }', '{"a": 1.0}', /^value /, { part: 'value', expected: '{}', actual: '{\n  "a": 1.0\n}' }],
      ['{ "content": "x" }', '{}', /^content /, { part: 'content', expected: '"x"', actual: "KeyError: 'a'" }],
      [
        '{ "error": "JsonTypeError" }',
        '{}',
        /^Expected JsonTypeError, but the response parses/,
        { part: 'error', expected: 'JsonTypeError', actual: '{}' },
      ],
      [
        '{ "value": 10000000000000000000001 }',
        '{"a": 10000000000000000000001}',
        /^value /,
        { part: 'value', expected: '10000000000000000000001', actual: '{\n  "a": 10000000000000000000001\n}' },
      ],
    ];
    for (const [expect, response, message, ...differences] of cases) {
      const verdict = await judge(expect, response);
      assert.deepEqual([verdict.verdict, verdict.differences], ['fail', differences], expect);
      assert.match(verdict.message ?? '', message);
    }
    const failed = await judge('{ "error": "JsonTypeError", "value": 1 }', '{');
    assert.deepEqual(
      failed.differences.map(({ part }) => part),
      ['error', 'value'],
    );
    assert.match(failed.message ?? '', /^Expected JsonTypeError, but got JsonParsingError: /);
  });

  test('a type without filters has no parts', async () => {
    const text = '{ "type": "MarkdownJsonObjectParser", "samples": [{ "text": "", "expect": { "content": 1 } }] }';
    const definition = readDefinitions(text, 'x').definitions[0]!;
    const verdict = await judgeSample(definition, definition.samples[0]!, '1');
    assert.match(verdict.differences[0]?.actual ?? '', /no keys_to_\* filters/);
  });

  test('a definition that makes no parser fails its samples', async () => {
    const text = '{ "type": "MarkdownCodeBlockParser", "samples": [{ "text": "" }] }';
    const definition = readDefinitions(text, 'x').definitions[0]!;
    const verdict = await judgeSample(definition, definition.samples[0]!, '');
    assert.match(verdict.message ?? '', /^The definition does not make a parser\. TypeError/);
  });
});

suite('what a new sample expects', () => {
  const rows: readonly (readonly [what: string, keys: string, response: string, all: object, whole: object])[] = [
    ['an error', '', '[]', { error: 'JsonTypeError' }, { error: 'JsonTypeError' }],
    [
      'a value and its parts, but for those that take nothing',
      '"keys_to_content": "a",',
      '{"a": 1, "b": "x"}',
      { value: { a: 1, b: 'x' }, content: 1, memory: { a: 1, b: 'x' }, metadata: null },
      { value: { a: 1, b: 'x' }, content: 1, memory: { a: 1, b: 'x' } },
    ],
    [
      'a value without the part that raises',
      '"keys_to_content": "z",',
      '{"a": 1}',
      { value: { a: 1 }, memory: { a: 1 }, metadata: null },
      { value: { a: 1 }, memory: { a: 1 } },
    ],
  ];
  for (const [what, keys, response, all, whole] of rows)
    test(what, async () => {
      const text = `{ ${keys} "type": "MarkdownJsonDictParser" }`;
      const actual = await createSampleJudge(readDefinitions(text, 'x').definitions[0]!).actual(response);
      assert.deepEqual(plain(actual), all);
      assert.deepEqual(plain(wholeExpectation(actual!)), whole);
    });

  const plain = (parts: object | undefined) =>
    Object.fromEntries(Object.entries(parts ?? {}).map(([part, value]) => [part, toPlain(value)]));
});
