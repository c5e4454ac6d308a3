import assert from 'node:assert/strict';
import fc from 'fast-check';
import { exactOf } from '../../../../../src/engine/core/exact.ts';
import { toPlain } from '../../../../../src/engine/core/pyValue.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { jsonFields } from '../../../../../src/engine/parsers/shared/fields.ts';
import { jsonLoads } from '../../../../../src/engine/python/jsonLoads.ts';
import { plainReading, readPlainJson } from '../../../../../src/engine/systems/agentscope/plainJson.ts';

const read = (json: string) => readPlainJson({ text: `So:\n\`\`\`json${json}\`\`\`` }, '```json', '```');

/** What the general way gives for the same text. */
function expected(json: string) {
  const text = `So:\n\`\`\`json${json}\`\`\``;
  const result = jsonLoads(text, { start: 11, end: 11 + json.length });
  assert.ok(result.ok, json);
  const span = { start: 11 + json.length - json.trimStart().length, end: 11 + json.trimEnd().length };
  return { value: result.value, fields: jsonFields(text, span, result.value) };
}

function assertSame(json: string) {
  const plain = read(json);
  assert.ok(plain, `${json} is left to the general way`);
  const { value, fields } = expected(json);
  assert.deepEqual(plain.value, toPlain(value));
  assert.deepEqual(plainReading(plain).value, value);
  assert.deepEqual(plainReading(plain).fields, fields);
  assert.deepEqual(
    plain.members.map(({ key, span }) => ({ key: String(key), span })),
    fields.map(({ key, span }) => ({ key, span })),
  );
}

suite('JSON read by the platform', () => {
  test('what it reads is what the general way reads', () => {
    const pieces = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(1.5, 1e21, -1, 0.1, 'é😀', '\ud800', '"\\', '2024-01-05', '{[`', ''),
    );
    const value = fc.oneof(
      fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('10', '9', '__proto__')), pieces),
      fc.array(pieces),
    );
    fc.assert(
      fc.property(value, fc.constantFrom(0, 2), (data, indent) => {
        const json = JSON.stringify(data, null, indent);
        if (!json.includes('```') && read(json)) assertSame(json);
      }),
      { numRuns: 300 },
    );
  });

  for (const json of [
    '{"a": 1, "b": [1, {"c": null}], "d": "x"}',
    ' [1, "two", {"a": 3.5}, []] ',
    '\n{\n "a10": 1,\n "b": 2\n}\n',
    '{"__proto__": {"a": 1}, "b": 1.0}',
    '{"when": "2024-01-05", "by": -0.5, "id": "1234567890123456789"}',
    '{"text": "a \\"quote\\" and \\\\", "u": "\\ud83d"}',
    '{"float": 0.12345678901234567, "tiny": 1e-400}',
    '{"inner": {"10": 1, "a": 2, "9": 3, "a": [4]}, "escaped \\u005c\\"": {}}',
    `{"deep": ${'['.repeat(99)}${']'.repeat(99)}}`,
    '{}',
    '[]',
  ])
    test(`reads ${JSON.stringify(json)}`, () => assertSame(json));

  for (const [what, json] of [
    ['an integer past 2^53', '{"id": 12345678901234567890}'],
    ['a negative integer past 2^53', '[-12345678901234567890]'],
    ['a minus before zero', '{"a": -0}'],
    ['an integer that Python does not read', `[${'9'.repeat(5000)}]`],
    ['a number past all', '{"huge": 1e400}'],
    ['a whole float past 2^53', '{"large": 1e16}'],
    ['equal keys', '{"a": 1, "a": 2}'],
    ['equal keys, the last of them longer than all before', '{"a": "x", "a": "a \\"longer\\" text"}'],
    ['equal keys, the first of them longer', '{"a": {"b": [1, 2, 3]}, "b": 2, "a": 2}'],
    ['a key that is a number', '{"b": 1, "10": 2, "9": 3}'],
    ['what only Python reads', '{"a": NaN}'],
    ['a scalar', '"a"'],
    ['broken JSON', '{"a": 1,}'],
    ['nesting deeper than Python allows', '['.repeat(1000) + ']'.repeat(1000)],
    ['nesting so deep that a stack may end', '['.repeat(8000) + ']'.repeat(8000)],
    ['a long value', `["${'x'.repeat(20_000)}"]`],
  ] as const)
    test(`leaves to the general way: ${what}`, () => assert.equal(read(json), undefined));

  test('the exact value and the fields of a result have the types of Python', async () => {
    const [definition] = readDefinitions('{"type": "MarkdownJsonDictParser"}', 'a.parser.json').definitions;
    const result = await createParser(definition!).parse('```json\n{"a": 1.0, "b": {"c": [2.0]}, "10": "x"}\n```');
    assert.ok(result.ok);
    const whole = jsonLoads('{"a": 1.0, "b": {"c": [2.0]}, "10": "x"}');
    assert.ok(whole.ok);
    assert.deepEqual(result.exact, whole.value);
    assert.deepEqual(
      result.fields.map(field => [field.key, exactOf(field)]),
      [...(whole.value as Map<string, unknown>)],
    );
    // Plain objects, so that they are equal to literals of the same members.
    assert.deepEqual(result.fields[2], {
      key: '10',
      value: 'x',
      span: { start: 44, end: 47 },
      inner: { start: 45, end: 46 },
    });
    assert.equal(Object.getPrototypeOf(result), Object.prototype);
    assert.deepEqual(exactOf(structuredClone(result.fields[2]!)), 'x');
    assert.deepEqual(Object.keys(result), ['ok', 'value', 'fields', 'repairs', 'response', 'warnings']);
    assert.deepEqual(Object.keys(result.fields[0]!), ['key', 'value', 'span', 'inner']);
    assert.ok(Object.isFrozen(result) && Object.isFrozen(result.fields) && Object.isFrozen(result.fields[0]!.span));
  });
});
