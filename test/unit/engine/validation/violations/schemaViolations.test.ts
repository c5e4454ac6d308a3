import assert from 'node:assert/strict';
import { applyEdits } from '../../../../../src/engine/core/applyEdits.ts';
import { diagnose } from '../../../../../src/engine/repair/index.ts';
import { nameCases } from './nameCases.ts';
import { ruleCases } from './ruleCases.ts';
import { shapeCases } from './shapeCases.ts';
import { typeCases } from './typeCases.ts';

// What a text breaks of a JSON Schema: where, why, and how it reads once it is mended.
suite('violations of a JSON Schema', () => {
  for (const { schema, text, found, reads } of [...typeCases, ...ruleCases, ...shapeCases, ...nameCases])
    test(`${text} by ${JSON.stringify(schema).slice(0, 120)}`, () => {
      const { violations, candidates } = diagnose(text, { schema });
      assert.deepEqual(
        violations.map(({ path, cause, span }) => [path, cause, text.slice(span.start, span.end)]),
        found,
      );
      const isJson = candidates[0]?.span === undefined;
      assert.deepEqual(candidates[0]?.value, reads);
      for (const { edits, value, span } of candidates)
        assert.deepEqual(JSON.parse(applyEdits(text, edits, isJson ? undefined : span)), value);
    });

  test('a value that keeps the schema has one candidate, no edits, and no violations', () =>
    assert.deepEqual(diagnose('{"a": "1"}', { schema: { required: ['a'] } }), {
      candidates: [{ value: { a: '1' }, confidence: 1, edits: [], lossy: false, causes: [] }],
      violations: [],
    }));

  test('what is wanted of a value is each type that it may have', () => {
    const wanted = (type: unknown) =>
      diagnose('{"a": []}', { schema: { properties: { a: { type } } } }).violations[0]?.wanted;
    assert.deepEqual([wanted('integer'), wanted(['integer', 'null'])], ['integer', 'integer or null']);
  });

  test('without a schema there are none', () =>
    assert.deepEqual(diagnose('{"a": "1"}', { hint: { b: 1 } }).violations, []));

  test('a repair that is sure says the same in other signs; what leaves something out never is', () => {
    const confidence = (text: string, type: string) =>
      diagnose(text, { schema: { type } }).candidates[0]?.confidence ?? 0;
    assert.ok(confidence('"12"', 'integer') >= 0.9);
    assert.ok(confidence('"True"', 'boolean') >= 0.9);
    assert.ok(confidence('12', 'string') >= 0.9);
    assert.ok(confidence('"3 items"', 'integer') < 0.6);
    assert.ok(confidence('[1]', 'integer') < 0.9);
    assert.ok(confidence('{"a": 1}', 'string') < 0.9);
  });

  test('a value that two mends lead to, or that is taken out of prose, is never sure', () => {
    const sure = (text: string, schema: object) => diagnose(text, { schema }).candidates[0]!.confidence;
    assert.ok(sure('"20"', { type: 'array', items: { type: 'integer' } }) < 0.9);
    assert.ok(sure('"It is ONE"', { enum: ['ONE', 'TWO'] }) <= 0.5);
    assert.ok(sure('"Café"', { enum: ['COFFEE'], 'x-alias': { COFFEE: 'Café' } }) >= 0.9);
  });

  test('quotes around a part of a word may belong to it', () => {
    const { candidates } = diagnose('{"a": ""Big" Sur"}', { schema: { properties: { a: { enum: ['Big Sur'] } } } });
    assert.deepEqual(candidates[0]?.value, { a: '"Big" Sur' });
  });

  test('says what is lost', () => {
    const [unit] = diagnose('"3 items"', { schema: { type: 'integer' } }).candidates;
    assert.deepEqual([unit?.lost, unit?.lossy], [['items'], false]);
    const [member] = diagnose('{"a": 1}', { schema: { additionalProperties: false } }).candidates;
    assert.deepEqual([member?.lost, member?.lossy], [['"a": 1'], false]);
  });

  test('quotes go off as small edits', () => {
    const { candidates } = diagnose('{"a": "20"}', { schema: { properties: { a: { type: 'integer' } } } });
    assert.deepEqual(candidates[0]?.edits, [
      { start: 6, end: 7, text: '', cause: 'wrong-type' },
      { start: 9, end: 10, text: '', cause: 'wrong-type' },
    ]);
  });

  test('of a text that is cut off no violation is mended', () => {
    const { candidates, violations } = diagnose('{"a": "20", "b": "x', {
      schema: { properties: { a: { type: 'integer' } } },
    });
    assert.deepEqual(
      violations.map(({ path }) => path),
      ['/a'],
    );
    assert.deepEqual(candidates[0]?.value, { a: '20', b: 'x' });
  });

  test('the first hundred of many, and how many more', () => {
    const text = JSON.stringify(Array.from({ length: 10_000 }, () => 'a'));
    const { violations, moreViolations, candidates } = diagnose(text, { schema: { items: { type: 'integer' } } });
    assert.deepEqual([violations.length, moreViolations, candidates.length], [100, 9900, 0]);
    assert.equal(violations[99]!.path, '/99');
  });

  test('what is hostile ends', () => {
    const branch = {
      type: 'object',
      properties: { next: { anyOf: [{ $ref: '#' }, { $ref: '#/$defs/b' }] } },
      required: ['x'],
    };
    const text = `${'{"next": '.repeat(200)}{}${'}'.repeat(200)}`;
    for (const schema of [
      { ...branch, $defs: { b: branch } },
      { $ref: '#' },
      { $ref: '#/nowhere' },
      { anyOf: [] },
      5,
      'x',
      [],
    ])
      diagnose(text, { schema });
    const deep: { anyOf: unknown[] }[] = [{ anyOf: [] }];
    for (let i = 0; i < 500; i++) deep.push({ anyOf: [deep[i], deep[i]] });
    diagnose('{"a": 1}', { schema: deep.at(-1) });
  });

  test('a type that JSON Schema does not have asks for nothing', () =>
    assert.deepEqual(diagnose('{"a": 1}', { schema: { properties: { a: { type: 'any' } } } }).violations, []));
});
