import assert from 'node:assert/strict';
import { nullable } from '../../../../../src/engine/code/schema/schemaParts.ts';
import { fromPlain, type PyDict, toPlain } from '../../../../../src/engine/core/pyValue.ts';
import { limitsOf } from '../../../../../src/engine/interchange/schema/strictLimits.ts';
import { strictSchema } from '../../../../../src/engine/interchange/schema/strictSchema.ts';

const dictOf = (schema: object) => fromPlain(schema) as PyDict;
const object = (a: object, key = 'a') => ({
  type: 'object',
  properties: { [key]: a },
  required: [key],
  additionalProperties: false,
});

suite('a part for strict mode', () => {
  const cases: readonly (readonly [what: string, given: object, strict: object, changes?: readonly string[]])[] = [
    ['what says nothing of the value goes without a word', { type: 'null', $comment: 'x' }, { type: 'null' }],
    [
      'a type beside alternatives goes to those that have none, without a word',
      { type: 'string', anyOf: [{ pattern: 'a' }, { const: 'b' }] },
      { anyOf: [{ pattern: 'a', type: 'string' }, { const: 'b' }] },
    ],
    [
      'of several types each keeps the keywords that are for it',
      {
        type: ['object', 'array', 'string'],
        properties: { b: { type: 'null' } },
        required: ['b'],
        additionalProperties: false,
        items: { type: 'null' },
        minItems: 1,
        maxItems: 2,
        pattern: 'x',
      },
      {
        anyOf: [
          { ...object({ type: 'null' }, 'b'), pattern: 'x' },
          { type: 'array', items: { type: 'null' }, minItems: 1, maxItems: 2, pattern: 'x' },
          { type: 'string', pattern: 'x' },
        ],
      },
      ['A list of types with an object in it becomes `anyOf`.'],
    ],
    [
      'any other keyword that it does not know is named',
      { type: 'string', minLength: 1 },
      { type: 'string' },
      ['`minLength` is left out; strict mode does not know it.'],
    ],
  ];
  for (const [what, given, strict, changes = []] of cases)
    test(what, () => {
      const { schema, losses } = strictSchema(dictOf(object(given)), { definition: 'd', key: 'k' });
      assert.deepEqual(toPlain(schema), object(strict));
      assert.deepEqual(
        losses.map(({ message }) => message),
        changes.map(change => `Strict mode: \`properties.a\`: ${change}`),
      );
    });
});

suite('a schema that takes null as well', () => {
  const nothing = { type: 'null' };
  const cases: readonly (readonly [what: string, schema: object, open: object])[] = [
    ['of a type', { type: 'string' }, { type: ['string', 'null'] }],
    ['of values of a type', { type: 'string', enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
    ['of values without a type', { enum: [1] }, { anyOf: [{ enum: [1] }, nothing] }],
    ['of an object', { type: 'object', title: 'T' }, { title: 'T', anyOf: [{ type: 'object' }, nothing] }],
    ['of alternatives', { anyOf: [{ type: 'string' }] }, { anyOf: [{ type: 'string' }, nothing] }],
    ['that does already', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
  ];
  for (const [what, schema, open] of cases) test(what, () => assert.deepEqual(toPlain(nullable(dictOf(schema))), open));
});

suite("OpenAI's limits of a schema", () => {
  const texts = (count: number, size: number) => Array.from({ length: count }, (_, i) => `${i}`.padEnd(size, '.'));
  const long = 'OpenAI takes at most 15000 characters in an `enum` of more than 250 texts.';
  const cases: readonly (readonly [what: string, schema: object, messages: readonly string[]])[] = [
    ['250 long texts', { enum: texts(250, 100) }, []],
    ['251 texts of 15,000 characters', { enum: [...texts(250, 59), 'x'.repeat(250)] }, []],
    ['251 texts of one more', { enum: [...texts(250, 59), 'x'.repeat(251)] }, [long]],
    ['numbers have no characters', { enum: Array.from({ length: 251 }, (_, i) => 10 ** 100 + i) }, []],
    [
      'the texts of values count as names do',
      { properties: { ['k'.repeat(60_000)]: { enum: ['v'.repeat(40_000)] }, a: { const: 'c'.repeat(20_000) } } },
      ['OpenAI takes at most 120000 characters in names and values; there are 120001.'],
    ],
  ];
  for (const [what, schema, messages] of cases) test(what, () => assert.deepEqual(limitsOf(dictOf(schema)), messages));
});
