import assert from 'node:assert/strict';
import { schemaFit } from '../../../../src/engine/repair/schemaFit.ts';

const person = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' }, role: { enum: ['seer', 'wolf'] } },
  required: ['name'],
};

suite('how far a value departs from a schema', () => {
  const fitting: readonly (readonly [name: string, value: unknown, schema: unknown])[] = [
    ['any value, without a schema', { a: 1 }, undefined],
    ['an object with its required key', { name: 'Ann' }, person],
    ['an integer where a number is wanted', 1, { type: 'number' }],
    ['one of several types', null, { type: ['string', 'null'] }],
    ['one of several schemas', 'a', { anyOf: [{ type: 'integer' }, { type: 'string' }] }],
    ['a listed value', { name: 'Ann', role: 'wolf' }, person],
    ['a constant', { kind: 'vote' }, { properties: { kind: { const: 'vote' } } }],
    ['items of a list', [1, 2], { type: 'array', items: { type: 'integer' } }],
    ['members of a map', { a: 1, b: 2 }, { type: 'object', additionalProperties: { type: 'integer' } }],
    ['any key where no schema says which', { a: 1 }, { type: 'object' }],
    ['a reference', { a: { name: 'Ann' } }, { properties: { a: { $ref: '#/$defs/P' } }, $defs: { P: person } }],
  ];
  for (const [name, value, schema] of fitting) test(`${name} fits`, () => assert.equal(schemaFit(value, schema), 0));

  const worse: readonly (readonly [name: string, better: unknown, worse: unknown, schema: unknown])[] = [
    ['a missing key', { name: 'Ann' }, { age: 3 }, person],
    ['a key of no property', { name: 'Ann' }, { name: 'Ann', nick: 'A' }, person],
    ['a second key of no property', { name: 'Ann', nick: 'A' }, { name: 'Ann', nick: 'A', more: 1 }, person],
    ['a value that is not listed', { name: 'Ann', role: 'seer' }, { name: 'Ann', role: 'cook' }, person],
    ['another constant', { kind: 'vote' }, { kind: 'talk' }, { properties: { kind: { const: 'vote' } } }],
    ['a member of a map of another type', { a: 1 }, { a: [] }, { additionalProperties: { type: 'integer' } }],
    ['an item of another type', [1, 2], [1, {}], { items: { type: 'integer' } }],
    ['another type than a number in quotes', { age: '3' }, { age: [] }, { properties: { age: { type: 'integer' } } }],
    ['a number in quotes', { age: 3 }, { age: '3' }, { properties: { age: { type: 'integer' } } }],
    ['another root', { name: 'Ann' }, ['Ann'], person],
    ['what two schemas want', { a: 1, b: 2 }, { a: 1 }, { allOf: [{ required: ['a'] }, { required: ['b'] }] }],
  ];
  for (const [name, better, less, schema] of worse)
    test(`${name} costs more`, () => {
      const [low, high] = [schemaFit(better, schema), schemaFit(less, schema)];
      assert(low < high, `${low} < ${high}`);
    });

  test('a part need not have all required keys', () => {
    assert.equal(schemaFit({ age: 3 }, person, true), 0);
  });
});
