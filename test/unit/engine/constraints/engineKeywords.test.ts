import { equal } from 'node:assert/strict';
import { constrain, constraintEngines } from '../../../../src/engine/constraints/index.ts';

const list = { type: 'array', items: { type: 'string' } };
const object = { type: 'object' };
const word = { const: 'a' };

/** A part with a keyword of a schema, and what becomes of it: enforced, narrowed, dropped or refused, in the order of `engines`. */
const keywords: readonly (readonly [keyword: string, part: object, verdicts: string])[] = [
  // A member of that name makes a thenable in a literal.
  ['then', Object.fromEntries([['then', word]]), 'd r d d r r r r d'],
  ['not', { not: word }, 'd r d d r r r r d'],
  ['if', { if: word }, 'd r d d r r r r d'],
  ['else', { else: word }, 'd r d d r r r r d'],
  ['dependentRequired', { ...object, dependentRequired: { a: ['b'] } }, 'd r d d r d r r d'],
  ['dependentSchemas', { ...object, dependentSchemas: { a: { minProperties: 1 } } }, 'd r d d r d r r d'],
  ['dependencies', { ...object, dependencies: { a: ['b'] } }, 'd r d d d d r r d'],
  ['contains', { ...list, contains: word }, 'd r d r r d r r d'],
  ['minContains', { ...list, contains: word, minContains: 1 }, 'd r d r r d r r d'],
  ['maxContains', { ...list, contains: word, maxContains: 2 }, 'd r d r r d r r d'],
  ['propertyNames', { ...object, propertyNames: { pattern: '^a' } }, 'e r d e e d r r d'],
  ['patternProperties', { ...object, patternProperties: { '^a': { type: 'string' } } }, 'n e d n n d r r d'],
  ['uniqueItems', { ...list, uniqueItems: true }, 'd r d r r d r r d'],
  ['unevaluatedItems', { ...list, unevaluatedItems: false }, 'e r d e e d r r d'],
  ['unevaluatedProperties', { ...object, unevaluatedProperties: false }, 'e r d e e d r r d'],
  ['additionalItems', { type: 'array', items: [{ type: 'string' }], additionalItems: false }, 'd e d d d d r r d'],
  ['minProperties', { ...object, minProperties: 1 }, 'r e d e r d r r d'],
  ['maxProperties', { ...object, maxProperties: 2 }, 'e e d e e d r r d'],
  ['prefixItems', { type: 'array', prefixItems: [{ type: 'string' }] }, 'n e n n n n r r e'],
  ['$dynamicRef', { $dynamicRef: '#' }, 'd r d d d r r r d'],
  ['minLength', { type: 'string', minLength: 2 }, 'e e e e e e r r d'],
  ['maxLength', { type: 'string', maxLength: 3 }, 'e e e e e e r r d'],
  ['minimum', { type: 'integer', minimum: 1 }, 'e e e e e e e r e'],
  ['maximum', { type: 'integer', maximum: 5 }, 'e e e e e e e r e'],
  ['exclusiveMinimum', { type: 'integer', exclusiveMinimum: 1 }, 'e e e e d e e r d'],
  ['exclusiveMaximum', { type: 'integer', exclusiveMaximum: 5 }, 'e e e e e e e r d'],
  ['multipleOf', { type: 'integer', multipleOf: 2 }, 'e e d e r d e r d'],
  ['minItems', { ...list, minItems: 1 }, 'e e e e e e e e e'],
  ['maxItems', { ...list, maxItems: 2 }, 'e e e e e e e r e'],
  ['allOf', { allOf: [{ type: 'string' }] }, 'e e n e e n r e d'],
  ['oneOf', { oneOf: [{ type: 'string' }, { type: 'integer' }] }, 'e e e e e e r r e'],
  ['default', { default: 1 }, 'e e e e e e r e e'],
  ['nullable', { nullable: true }, 'n n n n n n r n n'],
];

suite('what becomes of a keyword', () => {
  const engines = 'xgrammar llguidance llama.cpp vllm sglang ollama openai anthropic gemini';
  test('of each engine', () => equal(constraintEngines.map(({ id }) => id).join(' '), engines));

  for (const [keyword, part, verdicts] of keywords)
    test(keyword, () => {
      const schema = { type: 'object', properties: { p: part }, required: ['p'], additionalProperties: false };
      const told = engines.split(' ').map(engine => {
        const { enforces, narrows, drops, refuses } = constrain(schema, { engine, form: 'json' });
        const lists = Object.entries({ e: enforces, n: narrows, d: drops, r: refuses });
        return lists.find(([, all]) => all.some(each => each.keyword === keyword))?.[0];
      });
      equal(told.join(' '), verdicts);
    });
});
