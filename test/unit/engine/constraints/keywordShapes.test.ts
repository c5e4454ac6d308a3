import { equal, ok } from 'node:assert/strict';
import { constrain, constraintEngines } from '../../../../src/engine/constraints/index.ts';

const string = { type: 'string' };
const integer = { type: 'integer' };
const number = { type: 'number' };
const object = { type: 'object' };
const list = { type: 'array', items: string };

/** What becomes of a keyword depends on what stands beside it, and on its value: see `engineKeywords.test.ts` for the letters. */
const shapes: readonly (readonly [keyword: string, part: object, verdicts: string])[] = [
  ['pattern', { pattern: '^a+$' }, 'd e n d d n e e d'],
  ['pattern', { ...string, pattern: '^a+$' }, 'e e e e e e e e d'],
  ['pattern', { ...string, pattern: 'a+' }, 'n e r n n r e e d'],
  ['pattern', { ...string, pattern: '^a+' }, 'n e r n n r e e d'],
  ['pattern', { ...string, pattern: '(?=a)b' }, 'r r r r r r r r d'],
  ['pattern', { ...string, pattern: '^(?!a)b$' }, 'r r d r r r r r d'],
  ['pattern', { ...string, pattern: '^\\d+$' }, 'e e r e e r e e d'],
  ['pattern', { ...string, pattern: '^\\bword$' }, 'r r r r r r e r d'],
  ['pattern', { ...string, pattern: '^(a)\\1$' }, 'r r r r r r e r d'],
  ['pattern', { ...string, pattern: '^[^a]$' }, 'e e e e e e e e d'],
  ['pattern', { ...string, pattern: '^a{2,5}$' }, 'e e e e e e e e d'],
  ['pattern', { ...string, pattern: '^a*?$' }, 'e e e e e e e e d'],
  ['pattern', { ...string, pattern: '^(?<x>a)$' }, 'e e e e e e e e d'],
  ['pattern', { ...string, pattern: '^\\p{L}$' }, 'e e e e e e e e d'],
  ['pattern', { ...string, pattern: '(' }, 'n e r n n r e e d'],
  ['pattern', { ...string, pattern: '^a$', minLength: 2 }, 'e e e e r e e e d'],
  ['minLength', { ...string, pattern: '^a$', minLength: 2 }, 'd e d e r d r r d'],
  ['maxLength', { ...string, pattern: '^\\d$', maxLength: 2 }, 'e e r e r r r r d'],
  ['pattern', { type: ['string', 'null'], pattern: '^a$' }, 'e e e e e e e e d'],
  ['format', { format: 'date' }, 'd e n d d r e e e'],
  ['format', { ...string, format: 'date' }, 'e e e e e e e e e'],
  ['format', { ...string, format: 'uuid' }, 'e e e e e e e e e'],
  ['format', { ...string, format: 'date-time' }, 'e e e e e e e e e'],
  ['format', { ...string, format: 'time' }, 'e e e e e e e e e'],
  ['format', { ...string, format: 'email' }, 'e e d e e d e e e'],
  ['format', { ...string, format: 'ipv4' }, 'e e d e e d e e e'],
  ['format', { ...string, format: 'uri' }, 'e e d e e d r e e'],
  ['format', { ...string, format: 'regex' }, 'd r d r r d r r e'],
  ['format', { ...string, format: 'own' }, 'd r d r r d r r e'],
  ['format', { ...string, format: 'date', minLength: 3 }, 'e e e e r e e e e'],
  ['minLength', { minLength: 2 }, 'd e d d d r r r d'],
  ['minLength', { ...string, minLength: 0 }, 'e e e e e e r r d'],
  ['minLength', { ...string, minLength: 5, maxLength: 3 }, 'r e r e r r r r d'],
  ['maxLength', { ...string, maxLength: 100000 }, 'e e e e e e r r d'],
  ['minimum', { minimum: 1 }, 'd e d d d r e r e'],
  ['minimum', { ...number, minimum: 1 }, 'e e d e e d e r e'],
  ['minimum', { ...number, minimum: 1.5 }, 'e e d e d d e r e'],
  ['minimum', { ...integer, minimum: 1.5 }, 'r e d e r d e r e'],
  ['minimum', { ...integer, minimum: -1.5 }, 'r e e e r e e r e'],
  ['maximum', { ...integer, maximum: 1.5 }, 'r e e e r e e r e'],
  ['maximum', { ...integer, maximum: -1.5 }, 'r e d e r d e r e'],
  ['exclusiveMinimum', { ...integer, exclusiveMinimum: 1.5 }, 'r e e e r e e r d'],
  ['exclusiveMinimum', { ...integer, exclusiveMinimum: -1.5 }, 'r e n e r n e r d'],
  ['exclusiveMaximum', { ...integer, exclusiveMaximum: 1.5 }, 'r e n e r n e r d'],
  ['exclusiveMaximum', { ...integer, exclusiveMaximum: -1.5 }, 'r e e e r e e r d'],
  ['exclusiveMinimum', { ...integer, minimum: 3, exclusiveMinimum: 1 }, 'e e d e d d e r d'],
  ['minimum', { ...integer, minimum: 3, exclusiveMinimum: 1 }, 'e e e e d e e r e'],
  ['maximum', { ...integer, maximum: 3, exclusiveMaximum: 9 }, 'e e e e e e e r e'],
  ['exclusiveMaximum', { ...integer, maximum: 3, exclusiveMaximum: 9 }, 'e e d e e d e r d'],
  ['exclusiveMinimum', { ...number, exclusiveMinimum: 1 }, 'e e d e d d e r d'],
  ['exclusiveMaximum', { ...number, exclusiveMaximum: 1 }, 'e e d e d d e r d'],
  ['minimum', { ...integer, minimum: 5, maximum: 3 }, 'r e e e r e e r e'],
  ['minimum', { ...number, minimum: 5, exclusiveMaximum: 5 }, 'r e d e e d e r e'],
  ['minimum', { ...integer, minimum: 2 }, 'e e e e d e e r e'],
  ['minimum', { ...integer, minimum: 10 }, 'e e e e e e e r e'],
  ['maximum', { ...integer, maximum: -10 }, 'e e e e n e e r e'],
  ['maximum', { ...integer, maximum: -5 }, 'e e e e d e e r e'],
  ['minimum', { ...integer, minimum: 123, maximum: 125 }, 'e e e e e e e r e'],
  ['maximum', { ...integer, minimum: 120, maximum: 129 }, 'e e e e e e e r e'],
  ['minimum', { ...number, minimum: 0.5, maximum: 0.7 }, 'e e d e n d e r e'],
  ['maximum', { ...number, maximum: 2 }, 'e e d e n d e r e'],
  ['minimum', { type: ['integer', 'string'], minimum: 1 }, 'e e e e e e e r e'],
  ['minimum', { ...integer, minimum: -5, maximum: 1234 }, 'e e e e e e e r e'],
  ['multipleOf', { ...number, multipleOf: 0.5 }, 'd e d e r d e r d'],
  ['multipleOf', { ...integer, multipleOf: 2000 }, 'd e d e r d e r d'],
  ['multipleOf', { ...integer, multipleOf: 5, minimum: 1 }, 'd e d e r d e r d'],
  ['multipleOf', { ...integer, multipleOf: 5, minimum: 1, maximum: 100 }, 'e e d e r d e r d'],
  ['multipleOf', { ...integer, multipleOf: 5, minimum: 1, maximum: 100000 }, 'd e d e r d e r d'],
  ['multipleOf', { multipleOf: 2 }, 'd e d d r r e r d'],
  ['minItems', { ...list, minItems: 3, maxItems: 2 }, 'r e r e r r e r e'],
  ['minItems', { minItems: 1 }, 'd e d d d r e e e'],
  ['maxItems', { type: 'array', maxItems: 2 }, 'e e d e e d e r e'],
  ['prefixItems', { type: 'array', prefixItems: [string], minItems: 1 }, 'e e e e e e r r e'],
  ['prefixItems', { type: 'array', prefixItems: [string], items: false }, 'n e r n n r r r e'],
  ['prefixItems', { type: 'array', prefixItems: [string], items: false, minItems: 1 }, 'e e r e e r r r e'],
  ['prefixItems', { type: 'array', prefixItems: [string, integer], minItems: 2, maxItems: 2 }, 'e e e e e e r r e'],
  ['maxItems', { type: 'array', prefixItems: [string, integer], maxItems: 1 }, 'r e d e r d e r e'],
  ['items', { type: 'array', items: false }, 'e e r e e r e e e'],
  ['items', { type: 'array', items: true }, 'e e r e e r e e e'],
  ['items', { items: string }, 'n e n n n n e e e'],
  ['items', { type: 'array', items: [string] }, 'e e e e e e e e e'],
  ['uniqueItems', { ...list, uniqueItems: false }, 'e e e e r e e e e'],
  ['additionalProperties', object, 'e e e e e e r r e'],
  ['additionalProperties', { ...object, additionalProperties: true }, 'e e d e e d r r e'],
  ['additionalProperties', { ...object, properties: { a: string }, additionalProperties: string }, 'e e e e e e r r e'],
  ['additionalProperties', { ...object, additionalProperties: string }, 'e e e e e e r r e'],
  ['additionalProperties', { ...object, properties: { a: string }, additionalProperties: false }, 'e e e e e e e e e'],
  ['properties', { properties: { a: string } }, 'n e n n n n r e e'],
  [
    'required',
    { ...object, properties: { a: string }, required: ['a', 'b'], additionalProperties: false },
    'd e d d d d r e e',
  ],
  ['required', { ...object, required: ['b'] }, 'd e d d d d r e e'],
  [
    'properties',
    { ...object, properties: { a: string, b: string }, required: ['b'], additionalProperties: false },
    'n n n n n n r e e',
  ],
  [
    'patternProperties',
    { ...object, properties: { a: string }, patternProperties: { '^b': string } },
    'n e n d n n r r d',
  ],
  [
    'patternProperties',
    { ...object, patternProperties: { '^b': string }, additionalProperties: false },
    'n e n n n n r r d',
  ],
  ['propertyNames', { ...object, propertyNames: { maxLength: 3 } }, 'e r d e e d r r d'],
  ['minProperties', { ...object, minProperties: 3, maxProperties: 2 }, 'r e d e r d r r d'],
  [
    'maxProperties',
    { ...object, properties: { a: string, b: string }, required: ['a', 'b'], maxProperties: 1 },
    'r e d e r d r r d',
  ],
  ['minProperties', { ...object, properties: { a: string }, minProperties: 1 }, 'e e d e e d r r d'],
  ['enum', { enum: ['a', 'b'] }, 'e e e e e e e e e'],
  ['enum', { enum: [1, 'a', null] }, 'e e e e e e e e e'],
  ['enum', { enum: [] }, 'r e e e r e e e e'],
  ['enum', { ...integer, enum: ['a', 1] }, 'e e e e e e e e e'],
  ['enum', { enum: [{ a: 1 }] }, 'e e e e e e e r e'],
  ['const', { const: { a: 1 } }, 'e e e e e e e r d'],
  ['const', { const: 'a"\n' }, 'e e e e e e e e d'],
  ['const', { ...integer, const: 'a' }, 'e e e e e e e e d'],
  ['anyOf', { anyOf: [string, integer] }, 'e e e e e e e e e'],
  ['anyOf', { ...object, properties: { a: string }, anyOf: [{ required: ['a'] }] }, 'd e d d d r e e e'],
  ['anyOf', { anyOf: [string, { ...string, minLength: 2 }] }, 'e e e e e e e e e'],
  ['anyOf', { anyOf: [] }, 'e e e e e e e e e'],
  ['oneOf', { oneOf: [string, { ...string, minLength: 2 }] }, 'd r d d d d r r d'],
  ['oneOf', { oneOf: [{ const: 1 }, { const: 2 }] }, 'e e e e e e r r e'],
  [
    'allOf',
    {
      allOf: [
        { ...object, properties: { a: string } },
        { ...object, properties: { b: string } },
      ],
    },
    'd e e d d e r e d',
  ],
  ['allOf', { allOf: [string, { minLength: 2 }] }, 'd e n d d n r e d'],
  ['allOf', { ...string, allOf: [{ minLength: 2 }] }, 'e e n e e n r e d'],
  ['allOf', { allOf: [] }, 'e e e e e e r e d'],
  ['type', { type: ['string', 'null'] }, 'e e e e e e e e e'],
  ['type', { type: 'null' }, 'e e e e e e e e e'],
  ['type', { type: ['integer', 'number'] }, 'e e e e e e e e e'],
  ['type', { type: [] }, 'd e e d d e e e e'],
  ['$ref', { $ref: '#' }, 'e e r e e r e r n'],
  ['$ref', { $ref: '#/$defs/a' }, 'e e e e e e e e e'],
  ['$ref', { $ref: '#/$defs/a b' }, 'e e e e e e e e e'],
  ['$ref', { $ref: '#/$defs/a~1b' }, 'r e r e r r e e e'],
  ['$ref', { $ref: 'https://example.org/x' }, 'd r r d d r r r e'],
  ['$ref', { $ref: '#/$defs/gone' }, 'r r r r r r r r e'],
  ['$ref', { $ref: '#/$defs/a', minLength: 2 }, 'e e e e e e e e e'],
];

suite('what becomes of a keyword in this shape', () => {
  for (const [keyword, part, verdicts] of shapes)
    test(`${keyword} in ${JSON.stringify(part)}`, () => {
      const schema = {
        ...object,
        properties: { p: part },
        required: ['p'],
        additionalProperties: false,
        ...('$ref' in part && { $defs: { a: string, 'a b': string, 'a/b': string } }),
      };
      const found = constraintEngines.map(({ id: engine }) => {
        const { enforces, narrows, drops, refuses } = constrain(schema, { engine, form: 'json' });
        ok(
          [...narrows, ...drops, ...refuses].every(({ reason }) => reason),
          'each has a reason',
        );
        const lists = Object.entries({ e: enforces, n: narrows, d: drops, r: refuses });
        return lists
          .filter(([, all]) => all.some(each => each.keyword === keyword && each.path !== ''))
          .map(([letter]) => letter);
      });
      equal(found.map(letters => letters.join('')).join(' '), verdicts);
    });
});
