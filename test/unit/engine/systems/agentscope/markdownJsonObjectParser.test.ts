import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ResponseError } from '../../../../../src/engine/core/errors.ts';
import type { PyValue } from '../../../../../src/engine/core/pyValue.ts';
import { jsonLoads } from '../../../../../src/engine/python/jsonLoads.ts';
import { pyRepr } from '../../../../../src/engine/python/repr.ts';
import { typeNamed } from '../../parsers/typeNamed.ts';
import { attempt, checkPrefixes, faultOf, fieldsOf, parserOf, warningsOf } from './parse.ts';

const type = typeNamed('MarkdownJsonObjectParser');

const parser = parserOf(type, {});

suite('MarkdownJsonObjectParser', () => {
  const fields: [text: string, fields: string[]][] = [
    ['```json\n{"a": "x", "b": [1], "a": "y"}\n```', ['a: "y" | y', 'b: [1] | [1]']],
    ['{"a": "x"}', ['a: "x" | x']],
    ['{"a": "x"}\n```', ['a: "x" | x']],
    ['see ```json [1, "b"]', ['0: 1 | 1', '1: "b" | b']],
    ['```json "text" ```', ['value: "text" | text']],
    ['7`', ['value: 7 | 7']],
    ['{}', []],
  ];
  for (const [text, expected] of fields)
    test(`fields of ${JSON.stringify(text)}`, async () => assert.deepEqual(await fieldsOf(parser, text), expected));

  const faults: [text: string, className: string, underlined: string][] = [
    ['Sure!\n```json\n{"a": True}\n```', 'JsonParsingError', 'True'],
    ['{"a": True}', 'JsonParsingError', 'True'],
    ['```\n{"a": 1}\n```', 'JsonParsingError', '```'],
    ['```json\n{"a": [1, 2', 'JsonParsingError', '2'],
    ['x ```json\n``` y', 'JsonParsingError', '```json\n```'],
    ['{"a": 1} tail', 'JsonParsingError', 'tail'],
    ['', 'JsonParsingError', ''],
    [`[${'9'.repeat(4301)}]`, 'ValueError', '9'.repeat(4301)],
    ['['.repeat(100_000), 'RecursionError', '['],
  ];
  for (const [text, className, underlined] of faults)
    test(`fault of ${JSON.stringify(text.slice(0, 40))}`, async () =>
      assert.deepEqual(await faultOf(parser, text), [className, underlined]));

  test('repairs are edits of the text that was given, and stay when a later step fails', async () => {
    const begin = { name: 'missing-begin-tag', span: { start: 0, end: 0 }, text: '```json\n' };
    const reading = await attempt(parser, '[1]');
    assert(!(reading instanceof ResponseError));
    assert.deepEqual(reading.repairs, [begin, { name: 'missing-end-tag', span: { start: 3, end: 3 }, text: '```' }]);
    assert.equal(reading.response, '```json\n[1]```');
    const error = await attempt(parser, '[1\n```');
    assert(error instanceof ResponseError);
    assert.equal(error.details.response, '```json\n[1\n```');
    assert.equal(error.details.rawResponse, '```json\n[1\n```');
  });

  test('odd hints', () => {
    assert.deepEqual(warningsOf(type, { content_hint: null }), [['odd-value', 'null']]);
    assert.deepEqual(warningsOf(type, { content_hint: false }), [['odd-value', 'false']]);
    assert.deepEqual(warningsOf(type, { content_hint: [1] }), []);
    assert.deepEqual(warningsOf(type, {}), []);
  });

  test('every field slices to its value, whatever was repaired', () =>
    fc.assert(
      fc.asyncProperty(fc.json(), fc.boolean(), fc.boolean(), async (json, begin, end) => {
        fc.pre(!json.includes('`'));
        const text = (begin ? 'é\n```json' : ' ') + json + (end ? '\n```' : '\n');
        const reading = await attempt(parser, text);
        assert(!(reading instanceof ResponseError));
        for (const { span, inner, value } of reading.fields) {
          assert.equal(pyRepr(value), pyRepr(loads(text.slice(span.start, span.end))));
          if (typeof value === 'string')
            assert.equal(`"${text.slice(inner.start, inner.end)}"`, text.slice(span.start, span.end));
          else assert.deepEqual(inner, span);
        }
        let repaired = text;
        for (const repair of [...(reading.repairs ?? [])].reverse())
          repaired = repaired.slice(0, repair.span.start) + repair.text + repaired.slice(repair.span.end);
        assert.equal(repaired, reading.response ?? text);
      }),
    ));

  test('every prefix is safe', async () => {
    await checkPrefixes(parser, 'ok\n```json\n{"é😀": ["\\ud83d\\n", -1.5e3, {"b": null}], "c": NaN}\n``` end');
    await checkPrefixes(parser, '{"a": {"b": "c"}} ```');
  });
});

function loads(text: string): PyValue {
  const result = jsonLoads(text);
  assert(result.ok);
  return result.value;
}
