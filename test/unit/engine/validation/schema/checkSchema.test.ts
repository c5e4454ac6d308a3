import assert from 'node:assert/strict';
import { fromPlain, type PyDict } from '../../../../../src/engine/core/pyValue.ts';
import { checkRoot, checkSchema } from '../../../../../src/engine/validation/schema/checkSchema.ts';
import { nearestType } from '../../../../../src/engine/validation/schema/keywords.ts';

/** Each problem of a schema as its place and its message. */
const problemsOf = (schema: object) =>
  checkSchema(fromPlain(schema) as PyDict).map(({ path, message }) => `${path.join('/')}: ${message}`);

suite('checkSchema', () => {
  test('a keyword that is misspelt', () => {
    const rows: [written: string, meant: string][] = [
      ['fromat', 'format'],
      ['contentMediatype', 'contentMediaType'],
      ['dependantRequired', 'dependentRequired'],
      ['minContain', 'minContains'],
      ['maxContain', 'maxContains'],
      ['propertys', 'properties'],
      ['descripton', 'description'],
    ];
    for (const [written, meant] of rows)
      assert.deepEqual(
        problemsOf({ [written]: 1 }),
        [`${written}: \`${written}\` is not a keyword of JSON Schema. Did you mean \`${meant}\`?`],
        written,
      );
    assert.deepEqual(problemsOf({ 'x-anything': 1, example: 1, strict: true }), []);
  });

  test('numbers that no value fits', () => {
    const noValue = (low: string, from: number, high: string, to: number) =>
      `${high}: No value fits: \`${low}\` is ${from}, \`${high}\` is ${to}.`;
    const rows: [schema: object, problems: string[]][] = [
      [{ multipleOf: 0 }, ['multipleOf: `multipleOf` must be greater than 0.']],
      [{ multipleOf: -1 }, ['multipleOf: `multipleOf` must be greater than 0.']],
      [{ multipleOf: 0.5 }, []],
      [{ multipleOf: '1' }, ['multipleOf: `multipleOf` must be a number; it is not checked.']],
      [{ minLength: -1 }, ['minLength: `minLength` must be a whole number from 0; it is not checked.']],
      [{ minimum: 1, maximum: 1 }, []],
      [{ minimum: 2, maximum: 1 }, [noValue('minimum', 2, 'maximum', 1)]],
      [{ exclusiveMinimum: 1, maximum: 1 }, [noValue('exclusiveMinimum', 1, 'maximum', 1)]],
      [{ minimum: 1, exclusiveMaximum: 1 }, [noValue('minimum', 1, 'exclusiveMaximum', 1)]],
      [{ exclusiveMinimum: 1, exclusiveMaximum: 1 }, [noValue('exclusiveMinimum', 1, 'exclusiveMaximum', 1)]],
      [{ exclusiveMinimum: 1, exclusiveMaximum: 2 }, []],
      [{ minLength: 2, maxLength: 2 }, []],
      [{ minItems: 3, maxItems: 2 }, [noValue('minItems', 3, 'maxItems', 2)]],
      [{ minProperties: 3, maxProperties: 2 }, [noValue('minProperties', 3, 'maxProperties', 2)]],
    ];
    for (const [schema, problems] of rows) assert.deepEqual(problemsOf(schema), problems, JSON.stringify(schema));
  });

  test('keywords of the wrong shape, wherever a schema stands', () => {
    const rows: [schema: object, problems: string[]][] = [
      [{ properties: [] }, ['properties: `properties` must be an object of schemas.']],
      [{ anyOf: [] }, ['anyOf: `anyOf` must be a list with at least one item; it has no effect.']],
      [{ enum: 'a' }, ['enum: `enum` must be a list with at least one item; it has no effect.']],
      [{ prefixItems: [] }, []],
      [{ title: 1 }, ['title: `title` must be a string.']],
      [{ required: 'a' }, ['required: `required` must be a list of property names; nothing is required now.']],
      [{ required: [1] }, ['required/0: The name of a property must be a string.']],
      [
        { properties: { a: {} }, required: ['a', 'b'] },
        ['required/1: `b` is required but not among the `properties`, so that it is not asked for.'],
      ],
      [
        { type: 'string', minimum: 1 },
        ['minimum: `minimum` says nothing about values of type `string`; it is not checked.'],
      ],
      [{ type: 'integer', minimum: 1 }, []],
      [{ items: { title: 1 } }, ['items/title: `title` must be a string.']],
      [{ anyOf: [{}, { title: 1 }] }, ['anyOf/1/title: `title` must be a string.']],
      [{ $defs: { A: { title: 1 } } }, ['$defs/A/title: `title` must be a string.']],
      [{ default: { title: 1 }, items: true }, []],
    ];
    for (const [schema, problems] of rows) assert.deepEqual(problemsOf(schema), problems, JSON.stringify(schema));
  });

  test('properties that stand in the place of keywords', () => {
    const strayOf = (schema: object) => checkRoot(fromPlain(schema) as PyDict).map(({ path }) => path.join('/'));
    const age = { type: 'integer' };
    assert.deepEqual(strayOf({ age, name: { enum: ['a'] }, format: age, note: {}, more: 1 }), ['age', 'name']);
    for (const key of ['properties', '$ref', 'allOf', 'anyOf', 'oneOf'])
      assert.deepEqual(strayOf({ [key]: {}, age }), [], key);
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`p${i}`, age]));
    assert.equal(strayOf(many).length, 10);
    assert.deepEqual(strayOf({ type: 'dict', properties: {} }), ['type']);
    assert.deepEqual(strayOf({ type: 'object', properties: {} }), []);
  });

  test('the types that names of other languages mean', () => {
    const names: Record<string, string[]> = {
      string: ['str', 'TEXT', 'strng'],
      integer: ['int', 'long'],
      number: ['float', 'double', 'decimal'],
      boolean: ['bool'],
      array: ['list', 'tuple', 'set'],
      object: ['dict', 'map', 'record'],
      null: ['None', 'NoneType', 'undefined', 'nil'],
    };
    for (const [type, others] of Object.entries(names))
      for (const name of others) assert.equal(nearestType(name), type, name);
    assert.equal(nearestType('file'), undefined);
  });
});
