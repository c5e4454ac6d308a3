// biome-ignore-all lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
import assert from 'node:assert/strict';
import { fromPlain } from '../../../../../src/engine/core/pyValue.ts';
import { jsonPath } from '../../../../../src/engine/validation/jsonSchema/keyword.ts';
import { SchemaCheck } from '../../../../../src/engine/validation/jsonSchema/schemaCheck.ts';

// The messages are those of Python's jsonschema 4.25.1.
suite('JSON Schema as jsonschema checks it', () => {
  const cases: readonly (readonly [schema: unknown, value: unknown, message: string | undefined])[] = [
    [{ type: 'integer' }, 1, undefined],
    [{ type: 'integer' }, true, "True is not of type 'integer'"],
    [{ type: ['string', 'null'] }, 5, "5 is not of type 'string', 'null'"],
    [{ enum: [1, 'a'] }, true, "True is not one of [1, 'a']"],
    [{ const: { a: 1 } }, { a: 2 }, "{'a': 1} was expected"],
    [{ required: ['b', 'a'] }, {}, "'b' is a required property"],
    [{ minLength: 1 }, '', "'' should be non-empty"],
    [{ maxItems: 0 }, [1], '[1] is expected to be empty'],
    [{ uniqueItems: true }, [1, 1], '[1, 1] has non-unique elements'],
    [{ uniqueItems: true }, [1, true], undefined],
    [
      { additionalProperties: false },
      { b: 1, a: 2 },
      "Additional properties are not allowed ('a', 'b' were unexpected)",
    ],
    [
      { patternProperties: { '^x': {} }, additionalProperties: false },
      { y: 1 },
      "'y' does not match any of the regexes: '^x'",
    ],
    [{ not: {} }, 1, '1 should not be valid under {}'],
    [{ oneOf: [{}, { type: 'integer' }] }, 1, "1 is valid under each of {'type': 'integer'}, {}"],
    [{ prefixItems: [{}], items: false }, [1, 2, 3], 'Expected at most 1 item but found 2 extra: [2, 3]'],
    [{ contains: { type: 'string' } }, [1], '[1] does not contain items matching the given schema'],
    [{ if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1 }, "'b' is a required property"],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, "'b' is a dependency of 'a'"],
    [
      { unevaluatedProperties: false, properties: { a: {} } },
      { a: 1, z: 1 },
      "Unevaluated properties are not allowed ('z' was unexpected)",
    ],
    [{ $ref: '#/$defs/A', $defs: { A: { type: 'null' } } }, 1, "1 is not of type 'null'"],
    [{ multipleOf: 0.5 }, 0.75, '0.75 is not a multiple of 0.5'],
    [false, 1, 'False schema does not allow 1'],
    // The nearest to the root, but for branches, whose deepest counts.
    [{ properties: { a: { type: 'null' } }, required: ['b'] }, { a: 1 }, "'b' is a required property"],
    [{ anyOf: [{ type: 'string' }, { properties: { a: { type: 'null' } } }] }, { a: 1 }, "1 is not of type 'null'"],
  ];
  for (const [schema, value, message] of cases)
    test(`${JSON.stringify(schema)} of ${JSON.stringify(value)}`, () =>
      assert.equal(new SchemaCheck(fromPlain(schema)).bestError(fromPlain(value))?.message, message));

  test('errors have their places', () => {
    const schema = fromPlain({ properties: { 'a b': { items: { type: 'null' } } } });
    const [error] = new SchemaCheck(schema).errors(fromPlain({ 'a b': [null, 1] }));
    assert.equal(jsonPath(error!), "$['a b'][1]");
  });

  test('a circle of references is an error, not the end', () => {
    assert.throws(() => new SchemaCheck(fromPlain({ $ref: '#' })).errors(1), /recursion/);
  });

  test('a draft before 2019-09 has lists of items, and nothing beside a reference', () => {
    const $schema = 'http://json-schema.org/draft-07/schema#';
    const check = new SchemaCheck(fromPlain({ $schema, items: [{}], additionalItems: false }));
    assert.equal(check.bestError([1, 2])?.message, 'Additional items are not allowed (2 was unexpected)');
    const beside = new SchemaCheck(
      fromPlain({ $schema, $ref: '#/definitions/A', definitions: { A: {} }, type: 'null' }),
    );
    assert.equal(beside.accepts(1), true);
  });
});
