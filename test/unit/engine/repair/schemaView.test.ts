import assert from 'node:assert/strict';
import { type JsonType, SchemaView } from '../../../../src/engine/repair/schemaView.ts';

const person = { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } } };

suite('what a schema says of one place', () => {
  test('nothing, where it is not an object', () => {
    for (const schema of [undefined, null, true, 'a', []]) assert.equal(SchemaView.of(schema), undefined);
  });

  type Child = readonly [what: string, schema: unknown, key: string | undefined, types: readonly string[] | undefined];
  const children: readonly Child[] = [
    ['a property', person, 'age', ['number']],
    ['another property', person, 'name', ['string']],
    ['a key of no property', person, 'nick', undefined],
    ['a key that every object has', person, 'constructor', undefined],
    ['a property beside others', { ...person, additionalProperties: { type: 'array' } }, 'name', ['string']],
    ['another key beside properties', { ...person, additionalProperties: { type: 'array' } }, 'nick', ['array']],
    ['the items of a list', { items: { type: 'boolean' } }, undefined, ['boolean']],
    ['the items, where nothing is said of them', { type: 'array' }, undefined, undefined],
    ['two alternatives', { anyOf: [person, { properties: { name: { type: 'null' } } }] }, 'name', ['string', 'null']],
    ['a reference', { $ref: '#/$defs/P', $defs: { P: person } }, 'name', ['string']],
    ['a reference with escapes', { $ref: '#/$defs/a~1b~0c', $defs: { 'a/b~c': person } }, 'name', ['string']],
    [
      'a reference within a property',
      { properties: { p: { $ref: '#/$defs/P' } }, $defs: { P: person } },
      'p',
      ['object'],
    ],
    ['a reference to the whole', { ...person, properties: { next: { $ref: '#' } } }, 'next', ['object']],
    ['a reference that leads nowhere', { properties: { p: { $ref: '#/$defs/P' } } }, 'p', undefined],
    ['a reference to what every object has', { properties: { p: { $ref: '#/constructor' } } }, 'p', undefined],
    ['a reference to another file', { properties: { p: { $ref: 'a.json#/properties' } } }, 'p', undefined],
  ];
  for (const [what, schema, key, types] of children)
    test(`the child: ${what}`, () => {
      const child = SchemaView.of(schema)!.child(key);
      const all = ['object', 'array', 'string', 'number', 'boolean', 'null'] as const;
      assert.deepEqual(child && all.filter(type => child.typeCost(type) === 0).sort(), types && [...types].sort());
    });

  const keys: readonly (readonly [what: string, schema: unknown, key: string, isKnown: boolean, isNamed: boolean])[] = [
    ['a property', person, 'name', true, true],
    ['no property', person, 'nick', false, false],
    ['what every object has', person, 'constructor', false, false],
    ['any key, where no properties are listed', { type: 'object' }, 'nick', true, false],
    ['any key of a map', { ...person, additionalProperties: {} }, 'nick', true, false],
    ['a property of one alternative', { oneOf: [{ type: 'string' }, person] }, 'name', true, true],
    ['no property of any alternative', { oneOf: [{ type: 'string' }, person] }, 'nick', false, false],
  ];
  for (const [what, schema, key, isKnown, isNamed] of keys)
    test(`a key: ${what}`, () => {
      const view = SchemaView.of(schema)!;
      assert.equal(view.knowsKey(key), isKnown);
      assert.equal(view.namesKey(key), isNamed);
    });

  const constants: readonly (readonly [what: string, schema: unknown, words: readonly string[]])[] = [
    ['a constant', { const: 'seer' }, ['seer']],
    ['a list', { enum: ['seer', 'wolf'] }, ['seer', 'wolf']],
    ['constants of alternatives', { anyOf: [{ const: 'seer' }, { enum: ['wolf'] }] }, ['seer', 'wolf']],
    ['not where something else is allowed', { anyOf: [{ const: 'seer' }, { type: 'string' }] }, []],
    ['not where one is a number', { enum: ['seer', 1] }, []],
    ['not where one is empty', { enum: ['seer', ''] }, []],
  ];
  for (const [what, schema, words] of constants)
    test(`the words: ${what}`, () => assert.deepEqual(SchemaView.of(schema)!.constants, words));

  const numeric: readonly (readonly [schema: unknown, isNumeric: boolean])[] = [
    [{ type: 'integer' }, true],
    [{ type: ['number', 'integer'] }, true],
    [{ anyOf: [{ type: 'number' }, { type: 'integer' }] }, true],
    [{ type: ['number', 'null'] }, false],
    [{}, false],
  ];
  for (const [schema, isNumeric] of numeric)
    test(`${JSON.stringify(schema)} asks for ${isNumeric ? 'a number' : 'more than a number'}`, () =>
      assert.equal(SchemaView.of(schema)!.isNumeric, isNumeric));

  test('each of the first three missing keys costs the same, and those that stand there nothing', () => {
    const view = SchemaView.of({ ...person, required: ['a', 'b', 'c', 'd'] })!;
    assert.equal(view.missingCost(undefined), 4.5);
    const two = { name: 'a', before: { name: 'c', before: undefined } };
    assert.equal(view.missingCost(two), 3);
    assert.equal(SchemaView.of(person)!.missingCost(undefined), 0);
  });

  test('only what all alternatives require is missed', () => {
    const view = SchemaView.of({ anyOf: [{ required: ['a', 'b'] }, { required: ['b'] }, { type: 'string' }] })!;
    assert.equal(view.missingCost(undefined), 1.5);
  });
});

suite('the types that a schema names', () => {
  const all: readonly JsonType[] = ['object', 'array', 'string', 'number', 'boolean', 'null'];
  const rows: readonly (readonly [schema: Record<string, unknown>, types: readonly JsonType[]])[] = [
    [{ type: 'string' }, ['string']],
    [{ type: 'any' }, all],
    [{ type: ['string', 'null', 1] }, ['string', 'null']],
    [{ const: null }, ['null']],
    [{ enum: ['a', 'b', 1, [], true] }, ['string', 'number', 'array', 'boolean']],
    [{ properties: {} }, ['object']],
    [{ items: {} }, ['array']],
    [{}, all],
  ];
  for (const [schema, types] of rows)
    test(JSON.stringify(schema), () => {
      const view = SchemaView.of(schema)!;
      assert.deepEqual(
        all.filter(type => view.typeCost(type) === 0),
        all.filter(type => types.includes(type)),
      );
    });
});
