import assert from 'node:assert/strict';
import { fromPlain, toPlain } from '../../../../../src/engine/core/pyValue.ts';
import { readLenient } from '../../../../../src/engine/text/lenient/readLenient.ts';
import { repairJson } from '../../../../../src/engine/text/lenient/repairJson.ts';

suite('json_repair 0.61.7, as AgentScope 2 calls it', () => {
  // Of the running library. The first value behind something else is taken as it is where it is JSON.
  for (const [text, expected, before = expected] of [
    ['"d": {"a": 1}, "a":', { a: 1 }, { a: '' }],
    ['"d": {"a": 1}, "a": {"b": 2}', [{ a: 1 }, { b: 2 }], { a: { b: 2 } }],
    ['```json\n"c": -1, "b": {"b": 1}, "z": 1}\n```', { b: 1 }, { b: 1, z: 1 }],
    ['```json\n{"b": 1}, "z": 1}\n```', { b: 1 }, { b: 1, z: 1 }],
    ['{"b": 1}, "z": 1}', { b: 1, z: 1 }],
    ['Here: {"a": 1', { a: 1 }],
    ['Here: {\'a\': 1}, "z": {"b": 2}}', { a: 1, z: { b: 2 } }],
  ] as const)
    test(text, () => {
      assert.deepEqual(toPlain(repairJson(text)!), expected);
      const lenient = readLenient(text);
      assert.deepEqual(lenient.ok && toPlain(lenient.value), before);
    });

  // As this reading gives them, held to the library's rules for quotes behind backslashes and values of one shape.
  for (const [text, expected] of [
    ["{\\'\\':", { '': '' }],
    ["{\\'a\\': 1}", { a: 1 }],
    ['[(\\" ', [' ']],
    ['{a:}{｛é', [{ a: '' }, ['é']]],
  ] as const)
    test(text, () => assert.deepEqual(toPlain(repairJson(text)!), expected));

  test('what stands behind a comment is made to fit as a whole, and nothing there fits no object', () => {
    const schema = fromPlain({ type: 'object', properties: { a: { type: 'integer' } } });
    assert.equal(repairJson('{} // c', schema), undefined);
    assert.deepEqual(toPlain(repairJson('{} // c')!), {});
    assert.deepEqual(toPlain(repairJson('// c\n{"a": "5"', schema)!), { a: 5 });
  });

  test('a property that is missing has its default, unless it is required', () => {
    const properties = { a: { type: 'integer' }, b: { type: 'integer', default: 7 } };
    const schema = fromPlain({ type: 'object', properties });
    assert.deepEqual(toPlain(repairJson('{"a": "5"', schema)!), { a: 5, b: 7 });
    assert.deepEqual(toPlain(repairJson('{"a": "5", "b": 1', schema)!), { a: 5, b: 1 });
  });

  test('items one by one, as older drafts have them, and the schema of those behind them', () => {
    const integer = { type: 'integer' };
    const schema = (more: object) => fromPlain({ type: 'array', items: [{ type: 'string' }], ...more });
    assert.deepEqual(toPlain(repairJson('["1", "2"', schema({ additionalItems: integer }))!), ['1', 2]);
    assert.deepEqual(toPlain(repairJson('["1", "2"', schema({}))!), ['1', '2']);
  });
});
