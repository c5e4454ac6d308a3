import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diagnose } from '../../../../src/engine/repair/index.ts';
import { propertyRuns } from '../../../propertyRuns.ts';
import { plain, proved } from './proved.ts';

/** Strict JSON text: of objects and lists, in one line or in several. */
const json = fc
  .tuple(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), fc.constantFrom(0, 2))
  .map(([value, indent]) => JSON.stringify(value, null, indent));

/** Text made of what breaks JSON. */
const pieces = [
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '"',
  "'",
  '“',
  '`',
  '```',
  '\\',
  ',',
  ':',
  '\n',
  ' ',
  '//',
  '#',
  '/*',
  '...',
];
const words = [
  'a',
  'key',
  'True',
  'null',
  '12',
  '-',
  '1e',
  '+',
  '.',
  '<x>',
  'f(',
  '\u00a0',
  '\ud83d',
  '😀',
  '"a": ',
  '\u0000',
];
const noise = fc.array(fc.constantFrom(...pieces, ...words), { maxLength: 40 }).map(parts => parts.join(''));

suite('diagnose: properties', () => {
  test('strict JSON is never changed', () =>
    fc.assert(
      fc.property(json, text => {
        const [best, ...others] = diagnose(text).candidates;
        assert.deepEqual({ ...best, value: 0 }, { value: 0, confidence: 1, edits: [], lossy: false, causes: [] });
        assert.equal(plain(best!.value), plain(JSON.parse(text)));
        assert.deepEqual(others, []);
      }),
    ));

  test('the edits of every candidate lead to its value, whatever the text', () =>
    fc.assert(
      fc.property(fc.oneof(noise, fc.string({ unit: 'binary' })), text => {
        for (const candidate of diagnose(text, { limit: 9 }).candidates) proved(text, candidate);
      }),
      { numRuns: propertyRuns(80, 400) },
    ));

  test('the edits of every candidate lead to its value, where JSON was broken at one place', () =>
    fc.assert(
      fc.property(
        json,
        fc.nat(),
        fc.nat({ max: 3 }),
        fc.constantFrom('', ...pieces, ...words),
        (text, at, length, put) => {
          const start = at % (text.length + 1);
          const broken = text.slice(0, start) + put + text.slice(start + length);
          for (const candidate of diagnose(broken, { limit: 9 }).candidates) proved(broken, candidate);
        },
      ),
      { numRuns: propertyRuns(50, 300) },
    ));

  test('what was diagnosed before changes nothing', () =>
    fc.assert(
      fc.property(noise, noise, (one, other) => {
        const first = plain(diagnose(one));
        diagnose(other);
        assert.equal(plain(diagnose(one)), first);
      }),
      { numRuns: propertyRuns(50, 300) },
    ));

  test('what is cut off is lossy, refused or not sure, unless only brackets are gone', () =>
    fc.assert(
      fc.property(json, fc.nat(), (text, at) => {
        const cut = text.slice(0, at % text.length);
        const [best] = diagnose(cut).candidates;
        if (!best || best.lossy || best.confidence < 0.9) return;
        assert.ok(
          best.causes.every(cause => cause === 'missing-brace'),
          best.causes.join(),
        );
      }),
      { numRuns: propertyRuns(50, 300) },
    ));

  test('a schema of any shape does no harm', () =>
    fc.assert(
      fc.property(noise, fc.oneof(fc.jsonValue(), schemas), (text, schema) => {
        for (const candidate of diagnose(text, { schema, hint: schema }).candidates) proved(text, candidate);
      }),
    ));

  test('what is taken away behind the last value lies in the span', () => {
    for (const text of [
      '[1\n\0```',
      '[True\n\0```',
      '{"a": [1 \u0001\n```\nprose',
      '[\n  "]a",\n  {"b": 1},\n  []\u00a0\n  null,\n  {";": [1, []]}\n]',
      '[\n  null,\n  {"a": null},\n  [false],\n  "]b",\n  1e-17#  true\n]',
      '{"a": 1},]  true,\n false], "c": null}',
      '[\n  3.9e-186,\n  [\n    1,\n    "!ew"\n  ],\n  {},\n //false\n]',
      '["a)",[true,null,"\\"O"],["t",[]],...],3.03e-138,{"b":"c"}]',
    ]) {
      const { candidates } = diagnose(text, { limit: 9 });
      assert.ok(candidates.length > 0);
      for (const candidate of candidates) proved(text, candidate);
    }
  });

  test('a reference that leads to itself ends', () => {
    const schema = { $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] } } };
    assert.deepEqual(diagnose('{"a": 1,}', { schema }).candidates[0]?.value, { a: 1 });
  });

  test('backslashes without quotes are escaped, a run of them before a quote as well', () => {
    const text = String.raw`{"a": x\\\"`;
    for (const candidate of diagnose(text, { limit: 9 }).candidates) proved(text, candidate);
    assert.deepEqual(diagnose(String.raw`{"a": x\\y}`).candidates[0]?.value, { a: String.raw`x\\y` });
  });

  test('long stretches to which many readings come do no harm', () => {
    for (const text of [
      `{'a': '${"it's ".repeat(5000)}'}`,
      `${'f('.repeat(5000)}${'{"a": "«\ufeff'.repeat(2000)}`,
      ':\n\n\n\n//":"{"a": "'.repeat(1500),
      `"a":😀${'[«“        `'.repeat(1500)}${'\0'.repeat(20_000)}`,
      `{${'\u00a0'.repeat(20_000)}"a": "${'\0\t'.repeat(5000)}",}`,
      `{"a": 1}${')'.repeat(20_000)}`,
    ])
      for (const candidate of diagnose(text).candidates) proved(text, candidate);
    assert.deepEqual(diagnose(`{"a": "${'\0\t'.repeat(5000)}",}`).candidates[0]?.value, { a: '\0\t'.repeat(5000) });
  });

  test('deep nesting overflows nothing', () => {
    const deep = 20_000;
    assert.equal(diagnose('['.repeat(deep) + ']'.repeat(deep)).candidates[0]?.confidence, 1);
    for (const open of ['[', '{"a":', '[{"a":']) diagnose(open.repeat(deep));
    diagnose(`${'['.repeat(deep)}1,${']'.repeat(deep)}`);
  });

  test('a text that would take millions of edits is refused, and fills no memory @slow', () => {
    const text = (faults: number) => `{'a': '${'x\n'.repeat(faults)}'}`;
    assert.deepEqual(diagnose(text(5_000_010)).candidates, []);
    assert.equal(diagnose(text(1000)).candidates.length > 0, true);
  });
});

const schemas = fc.letrec(tie => ({
  schema: fc.record(
    {
      type: fc.constantFrom('object', 'array', 'string', 'number', 'any'),
      properties: fc.dictionary(fc.constantFrom('a', 'key'), tie('schema'), { maxKeys: 2 }),
      items: tie('schema'),
      required: fc.array(fc.constantFrom('a', 'key'), { maxLength: 2 }),
      anyOf: fc.array(tie('schema'), { maxLength: 2 }),
      enum: fc.array(fc.jsonValue({ maxDepth: 0 }), { maxLength: 2 }),
    },
    { requiredKeys: [] },
  ),
})).schema;
