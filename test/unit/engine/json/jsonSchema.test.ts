import assert from 'node:assert/strict';
import * as z from 'zod';
import { definitionSchema, tokenizerConfigSchema } from '../../../../src/engine/authoring/index.ts';
import { conversationSchema } from '../../../../src/engine/conversation/index.ts';
import { described, propertiesOf, schemaKey } from '../../../../src/engine/json/jsonSchema.ts';

suite('propertiesOf', () => {
  const cases: readonly (readonly [what: string, type: z.ZodType, schema: object])[] = [
    [
      'a union of types is one schema of several types',
      z.union([z.string().min(1), z.array(z.string())]),
      { type: ['string', 'array'], minLength: 1, items: { type: 'string' } },
    ],
    [
      'a union of two lists stays',
      z.union([z.array(z.string()), z.array(z.number())]),
      {
        anyOf: [
          { type: 'array', items: { type: 'string' } },
          { type: 'array', items: { type: 'number' } },
        ],
      },
    ],
    ['a union with anything stays', z.union([z.string(), z.unknown()]), { anyOf: [{ type: 'string' }, {}] }],
    [
      'a union with a keyword of its own stays',
      z.union([z.string(), z.number().min(1)]),
      { anyOf: [{ type: 'string' }, { type: 'number', minimum: 1 }] },
    ],
    ['what a value becomes later says nothing', z.string().transform(text => text.length), { type: 'string' }],
    ['what JSON Schema cannot say is anything', z.custom<string>(), {}],
    ['a number of any size is written as a number', z.literal(1n), { type: 'number', const: 1 }],
    [
      'a tuple is written as editors know it, in draft 7',
      z.tuple([z.string(), z.boolean()]),
      {
        type: 'array',
        items: [{ type: 'string' }, { type: 'boolean' }],
        additionalItems: false,
        minItems: 2,
        maxItems: 2,
      },
    ],
    [
      'keys that are missing or unknown are reported elsewhere',
      z.strictObject({ a: z.string() }),
      { type: 'object', properties: { a: { type: 'string' } } },
    ],
    [
      'keys of any name keep the type of their values',
      z.record(z.string(), z.number()),
      { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: 'number' } },
    ],
    [
      'a description comes with its type, in both forms',
      z.string().describe('A `name`.'),
      { type: 'string', description: 'A name.', markdownDescription: 'A `name`.' },
    ],
    [
      'a described value of any type names them all, for completion',
      z.unknown().describe('Any.'),
      {
        type: ['object', 'string', 'array', 'number', 'boolean', 'null'],
        description: 'Any.',
        markdownDescription: 'Any.',
      },
    ],
    [
      'a described choice needs no type beside its values',
      z.union([z.array(z.string()), z.array(z.number()), z.null()]).describe('Some.'),
      {
        anyOf: [
          { type: 'array', items: { type: 'string' } },
          { type: 'array', items: { type: 'number' } },
          { type: 'null' },
        ],
        type: ['array', 'null'],
        description: 'Some.',
        markdownDescription: 'Some.',
      },
    ],
  ];
  for (const [what, type, schema] of cases)
    test(what, () => assert.deepEqual(propertiesOf({ a: type }), { a: schema }));
});

test('a description is Markdown, and the same without its marks', () =>
  assert.deepEqual(described('A `key` that is *not* there.'), {
    description: 'A key that is not there.',
    markdownDescription: 'A `key` that is *not* there.',
  }));

for (const name of ['definition', 'conversation'] as const)
  test(`the key $schema of a ${name} may name either address, each described, or any other`, () => {
    assert.deepEqual(schemaKey(name).anyOf, [
      {
        enum: [
          `https://unpkg.com/parserlens/dist/${name}.schema.json`,
          `./node_modules/parserlens/dist/${name}.schema.json`,
        ],
        enumDescriptions: ['The newest release’s', 'The one of the installed package'],
      },
      { type: 'string' },
    ]);
  });

test('each schema that is shipped has the address of its file as its identifier', () => {
  const schemas = {
    definition: definitionSchema(),
    conversation: conversationSchema(),
    tokenizerConfig: tokenizerConfigSchema(),
  };
  for (const [name, { $id }] of Object.entries(schemas))
    assert.equal($id, `https://unpkg.com/parserlens/dist/${name}.schema.json`);
});
