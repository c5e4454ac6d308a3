import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fromPlain, type PyDict } from '../../../../src/engine/core/pyValue.ts';
import { jsonLoads } from '../../../../src/engine/python/jsonLoads.ts';
import { buildModel } from '../../../../src/engine/validation/pydanticModel.ts';
import { assertKept } from './assertKept.ts';

const inner = { type: 'object', title: 'Inner', properties: { x: { type: 'number' } }, required: ['x'] };
const fields: Record<string, object> = {
  s: { type: 'string' },
  short: { type: 'string', minLength: 1, maxLength: 3 },
  i: { type: 'integer' },
  few: { type: 'integer', minimum: 0, maximum: 9 },
  f: { type: 'number' },
  b: { type: 'boolean' },
  any: {},
  choice: { enum: ['one', 'two'] },
  mixed: { enum: [1, true, 'x'] },
  named: { $ref: '#/$defs/Named' },
  list: { type: 'array', items: { type: 'integer' }, maxItems: 2 },
  map: { type: 'object', additionalProperties: { type: 'string' } },
  inner: { $ref: '#/$defs/Inner' },
  tree: { $ref: '#/$defs/Tree' },
  maybe: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
  either: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  when: { type: 'string', format: 'date' },
  ring: { $ref: '#/$defs/Ring' },
};
const tree = { type: 'array', title: 'Tree', items: { $ref: '#/$defs/Tree' } };
const named = { title: 'Named', enum: ['a', 'b'], type: 'string' };
const ring = { anyOf: [{ $ref: '#/$defs/Ring' }, { type: 'null' }] };
const $defs = { Inner: inner, Tree: tree, Named: named, Ring: ring };
const modelOf = (names: readonly string[], more: object = {}) => {
  const properties = Object.fromEntries(names.map(name => [name, fields[name]]));
  return buildModel(fromPlain({ title: 'M', $defs, properties, required: names, ...more }) as PyDict);
};
const load = (json: string): PyDict => {
  const read = jsonLoads(json);
  assert.ok(read.ok, json);
  return read.value as PyDict;
};

/** Whether a model with these fields keeps a value, after what it says was held against what it does. */
function keeps(names: readonly string[], json: string, more?: object): boolean {
  const model = modelOf(names, more);
  return assertKept(model, json, model.validate(load(json)));
}

suite('validation: what is taken as it is', () => {
  for (const [name, json] of [
    ['s', '"x"'],
    ['short', '"xyz"'],
    ['i', '7'],
    ['i', '7.0'],
    ['few', '9'],
    ['f', '7'],
    ['f', '1.5'],
    ['b', 'true'],
    ['any', '{"a": [1.0, null]}'],
    ['choice', '"one"'],
    ['named', '"a"'],
    ['list', '[1, 2]'],
    ['map', '{"b": "x", "a": "y"}'],
    ['inner', '{"x": 1}'],
    ['tree', '[[], [[]]]'],
    ['maybe', 'null'],
    ['maybe', '"x"'],
    ['ring', 'null'],
  ] as const)
    test(`keeps ${name} ${json}`, () => assert.ok(keeps([name], `{"${name}": ${json}}`)));

  for (const [name, json] of [
    ['s', '1'],
    ['short', '"four"'],
    ['i', '"7"'],
    ['i', '1.5'],
    ['few', '10'],
    ['f', '"1.5"'],
    ['b', '1'],
    ['choice', '"three"'],
    ['choice', '"\\ud800"'],
    ['mixed', '1'],
    ['named', '"c"'],
    ['list', '[1, 2, 3]'],
    ['list', '["1"]'],
    ['map', '{"a": 1}'],
    ['inner', '{"x": 1, "y": 2}'],
    ['inner', '[]'],
    ['tree', '[[1]]'],
    ['either', '"x"'],
    ['when', '"2024-01-05"'],
    ['ring', '1'],
  ] as const)
    test(`leaves to validation ${name} ${json}`, () => assert.ok(!keeps([name], `{"${name}": ${json}}`)));

  test('order, missing keys and extras', () => {
    assert.ok(keeps(['s', 'i'], '{"s": "x", "i": 1}'));
    assert.ok(!keeps(['s', 'i'], '{"i": 1, "s": "x"}'));
    assert.ok(!keeps(['s', 'i'], '{"s": "x"}'));
    assert.ok(!keeps(['s'], '{"s": "x", "i": 1}'));
    assert.ok(!keeps(['s'], '{"s": "x", "i": 1}', { additionalProperties: false }));
    assert.ok(keeps(['s'], '{"s": "x", "i": 1}', { additionalProperties: true }));
    assert.ok(!keeps(['s'], '{"i": 1, "s": "x"}', { additionalProperties: true }));
    assert.ok(keeps(['s', 'i'], '{"i": 1}', { required: ['i'] }));
    assert.ok(!keeps(['maybe', 'i'], '{"i": 1}', { required: ['i'] }));
    assert.ok(!keeps(['list', 'i'], '{"i": 1}', { required: ['i'] }));
  });

  test('is what validation gives, whatever the fields and the values', () => {
    const values = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('x', 'one', 'a', 1, 1.5, true, null, [], [1], [[]], { x: 1 }, { a: 'b' }),
    );
    const names = fc.uniqueArray(fc.constantFrom(...Object.keys(fields)), { maxLength: 4 });
    const extras = fc.constantFrom(undefined, true, false, { type: 'string' });
    fc.assert(
      fc.property(names, fc.array(values, { minLength: 5 }), extras, fc.boolean(), (keys, given, extra, isTurned) => {
        const order = isTurned ? keys.toReversed() : keys;
        const data = Object.fromEntries(order.map((key, i) => [key, given[i]]));
        if (extra !== undefined) data.extra = given[4];
        keeps(keys, JSON.stringify(data), extra === undefined ? {} : { additionalProperties: extra });
      }),
      { numRuns: 1500 },
    );
  });
});
