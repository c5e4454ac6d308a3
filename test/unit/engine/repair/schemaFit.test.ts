import assert from 'node:assert/strict';
import { schemaFit } from '../../../../src/engine/repair/schemaView.ts';

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
    ['an integer past 2^53', { name: 'Ann', age: 12345678901234567890n }, person],
    ['a big integer where a number is wanted', 12345678901234567890n, { type: ['number', 'null'] }],
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
    ['a number where a string is wanted', { name: 'Ann' }, { name: 3 }, person],
    ['a fraction where an integer is wanted', { name: 'Ann', age: 3 }, { name: 'Ann', age: 3.5 }, person],
    ['a big integer where a string is wanted', { name: 'Ann' }, { name: 12345678901234567890n }, person],
    ['words that begin with a number', { age: '3' }, { age: '3 years' }, { properties: { age: { type: 'integer' } } }],
    [
      'what a reference does not want',
      { a: 'Ann' },
      { a: 3 },
      { properties: { a: { $ref: '#/$defs/N' } }, $defs: { N: { type: 'string' } } },
    ],
    ['another root', { name: 'Ann' }, ['Ann'], person],
    ['what two schemas want', { a: 1, b: 2 }, { a: 1 }, { allOf: [{ required: ['a'] }, { required: ['b'] }] }],
  ];
  for (const [name, better, less, schema] of worse)
    test(`${name} costs more`, () => {
      const [low, high] = [schemaFit(better, schema), schemaFit(less, schema)];
      assert(low < high, `${low} < ${high}`);
    });

  test('a number in quotes costs the same, however long it is', () => {
    const cost = (text: string) => schemaFit({ age: text }, { properties: { age: { type: 'number' } } });
    for (const text of ['42', '-42', '3.25', '12345678901234567890']) assert.equal(cost(text), cost('3'), text);
  });

  test('what lies deeper than 60 levels is taken to fit', () => {
    const wrapped = (inner: unknown, levels: number, wrap: (inner: unknown) => unknown) => {
      let all = inner;
      for (let i = 0; i < levels; i++) all = wrap(all);
      return all;
    };
    const cost = (levels: number) =>
      schemaFit(
        wrapped('three', levels, a => ({ a })),
        wrapped({ type: 'integer' }, levels, a => ({ properties: { a } })),
      );
    assert.equal(cost(60), cost(1));
    assert.equal(cost(61), 0);
  });

  test('a part need not have all required keys', () => {
    assert.equal(schemaFit({ age: 3 }, person, true), 0);
  });
});
