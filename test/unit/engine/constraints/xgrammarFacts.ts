import type { JsonSchema } from '../../../../src/engine/json/jsonSchema.ts';

/** A keyword of a schema, with values that the schema allows and forbids, which show what an engine makes of the keyword. */
export type Fact = readonly [
  keyword: string,
  schema: JsonSchema,
  allowed: readonly unknown[],
  forbidden: readonly unknown[],
];

const of =
  (type: string) =>
  (keywords: JsonSchema = {}): JsonSchema => ({ type, ...keywords });
const [text, integer, number] = [of('string'), of('integer'), of('number')];
const [list, object] = [of('array'), of('object')];
const member = (name: string, schema: JsonSchema) => ({ properties: { [name]: schema } });
const date = '2024-01-01';

/** Facts of many kinds, none of them a recorded case. */
export const facts: readonly Fact[] = [
  ['pattern', text({ pattern: '^(?:a|bc)+$' }), ['a', 'abc'], ['b', '']],
  ['pattern', text({ pattern: 'a|^b$' }), ['xa', 'b'], ['c']],
  ['pattern', text({ pattern: '^a\\b' }), ['a b'], ['ab']],
  ['pattern', text({ pattern: '^(a)\\1$' }), ['aa'], ['a']],
  ['pattern', text({ pattern: '^(?!b)a$' }), ['a'], ['b']],
  ['pattern', text({ format: 'date', pattern: '^2' }), [date], ['1024-01-01']],
  ['minLength', { minLength: 2 }, ['ab', 3], ['a']],
  ['minLength', text({ minLength: 2, maxLength: 3 }), ['ab', 'abc'], ['a', 'abcd']],
  ['minLength', text({ minLength: 3, maxLength: 2 }), [], ['ab']],
  ['minLength', text({ minLength: 0 }), ['a', 'ab'], []],
  ['minLength', text({ minLength: 2, maxLength: 1, pattern: '^a$' }), [], ['a']],
  ['maxLength', text({ format: 'date', maxLength: 9 }), [], [date]],
  ['maxLength', text({ pattern: '^[ab]{1,2}$', maxLength: 2 }), ['ab'], ['aba']],
  ['minLength', text({ pattern: '^abc', minLength: 3 }), ['abcd', 'abc'], ['ab']],
  ['format', text({ format: 'time' }), ['12:00:00Z'], ['nope']],
  ['format', text({ format: 'regex' }), ['a'], ['(']],
  ['minimum', integer({ minimum: 1 }), [1, 10], [0, -1]],
  ['minimum', integer({ minimum: 9 }), [9, 10], [8]],
  ['minimum', integer({ minimum: 25 }), [25, 100], [24, 3]],
  ['minimum', integer({ minimum: -100 }), [-100, -99, 0], [-101]],
  ['minimum', integer({ minimum: 0.5 }), [1], [0]],
  ['minimum', integer({ minimum: 4, exclusiveMinimum: 0 }), [4], [3]],
  ['maximum', number({ minimum: 9, maximum: 5, exclusiveMaximum: 20 }), [], [15]],
  ['maximum', integer({ maximum: 7 }), [7, -3], [8, 10]],
  ['maximum', integer({ maximum: -15 }), [-15, -16], [-14]],
  ['maximum', integer({ maximum: -10 }), [-10, -20], [-9]],
  ['maximum', integer({ maximum: 123 }), [123, 1], [124, 125]],
  ['maximum', integer({ maximum: 255 }), [255], [256]],
  ['minimum', integer({ minimum: 125, maximum: 188 }), [125, 188], [124]],
  ['maximum', integer({ minimum: 1036, maximum: 1349 }), [1036, 1349], [1350, 1449]],
  ['maximum', integer({ minimum: 13, maximum: 27 }), [13, 27], [28]],
  ['exclusiveMaximum', integer({ exclusiveMaximum: 5 }), [4, -1], [5, 10]],
  ['exclusiveMaximum', number({ exclusiveMinimum: 18, exclusiveMaximum: 6 }), [], [7]],
  ['minimum', number({ minimum: 7, exclusiveMaximum: 6.5 }), [], [6]],
  [
    'required',
    object({ properties: { a: text(), b: text() }, required: ['a', 'b'], maxProperties: 1 }),
    [],
    [{ a: 'x' }],
  ],
  ['minimum', number({ minimum: 0 }), [1, 0.5], [-1]],
  ['minimum', number({ minimum: 1.5 }), [1.5, 2], [1]],
  ['minimum', number({ minimum: -0.5 }), [-0.5, 1], [-0.6, -1]],
  ['maximum', number({ maximum: -1 }), [-1, -1.5], [-0.5]],
  ['maximum', number({ maximum: -12.5 }), [-12.5], [-12, -11]],
  ['maximum', number({ maximum: 2 }), [2, -0.5], [2.5]],
  ['exclusiveMaximum', number({ exclusiveMaximum: 2 }), [1], [2]],
  ['maximum', number({ minimum: 0, maximum: 10 }), [0, 10], [10.5]],
  ['minimum', number({ minimum: 0, maximum: 10 }), [0, 0.5], [-1]],
  ['minimum', number({ minimum: -5, maximum: 5 }), [-5], [-5.5]],
  ['maximum', number({ minimum: 0, maximum: 1.5 }), [1.5, 1], [1.6]],
  ['minimum', { type: ['integer', 'null'], minimum: 3 }, [3, null], [2]],
  ['minimum', { minimum: 3 }, [3, 'a'], [2]],
  ['multipleOf', integer({ multipleOf: 7 }), [7, 14], [8]],
  ['type', list(), [[], [1]], ['a']],
  ['type', { type: ['array', 'null'] }, [[], [1], null], [3]],
  ['minItems', list({ minItems: 1 }), [[1]], [[]]],
  ['maxItems', list({ items: text(), maxItems: 0 }), [[]], [['a']]],
  ['maxItems', list({ prefixItems: [{}, {}], items: {}, maxItems: 1 }), [[1]], [[1, 2]]],
  ['minItems', list({ prefixItems: [text()], minItems: 2 }), [['a', 1]], [['a']]],
  ['prefixItems', list({ prefixItems: [text(), integer()] }), [['a', 1], ['a']], [['a', 'b']]],
  ['items', list({ items: false }), [[]], [[1]]],
  ['items', { items: text() }, [['a'], 3], [[1]]],
  ['uniqueItems', list({ items: integer(), uniqueItems: true }), [[1, 2]], [[1, 1]]],
  ['minContains', list({ items: integer(), contains: { minimum: 3 }, minContains: 2 }), [[3, 4]], [[1, 3]]],
  ['enum', { enum: [] }, [], [1]],
  ['enum', text({ enum: ['a"b', '\n'] }), ['a"b', '\n'], ['a']],
  ['minimum', integer({ enum: [1, 5], minimum: 3 }), [5], [1]],
  ['required', object({ required: ['a'] }), [{ a: 1 }], [{}]],
  ['required', object({ ...member('a', integer()), required: ['a', 'b'] }), [{ a: 1, b: 2 }], [{ a: 1 }]],
  ['properties', object({ properties: { a: false } }), [{}], [{ a: 1 }]],
  ['properties', { ...member('a', integer()), required: ['a'] }, [{ a: 1 }, 3], [{ a: 'x' }]],
  ['additionalProperties', object(), [{ x: 1 }], []],
  ['additionalProperties', object({ properties: {} }), [{ x: 1 }], []],
  ['additionalProperties', object({ additionalProperties: text() }), [{ x: 'a' }], [{ x: 1 }]],
  [
    'additionalProperties',
    object({ propertyNames: { enum: ['a'] }, additionalProperties: integer() }),
    [{ a: 1 }],
    [{ a: 'x' }],
  ],
  [
    'additionalProperties',
    object({ patternProperties: { '^x$': integer() }, additionalProperties: true }),
    [{ x: 1 }, { y: 1 }],
    [],
  ],
  ['patternProperties', object({ patternProperties: { '^x': integer() } }), [{ xy: 1 }], [{ x: 'a' }]],
  ['propertyNames', object({ propertyNames: { minLength: 2 } }), [{ xx: 1 }], [{ x: 1 }]],
  ['required', object({ ...member('a', integer()), required: ['a'], patternProperties: { '^x$': {} } }), [], [{}]],
  ['minProperties', object({ minProperties: 1 }), [{ a: 1 }], [{}]],
  ['minProperties', object({ ...member('a', {}), minProperties: 2 }), [{ a: 1, b: 1 }], [{ a: 1 }]],
  ['maxProperties', object({ ...member('a', {}), required: ['a', 'b'], maxProperties: 1 }), [], [{}]],
  ['dependentRequired', object({ ...member('a', {}), dependentRequired: { a: ['b'] } }), [{}], [{ a: 1 }]],
  // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's keyword.
  ['if', object({ ...member('a', {}), if: { required: ['a'] }, then: { required: ['b'] } }), [{}], [{ a: 1 }]],
  ['not', integer({ not: { const: 3 } }), [4], [3]],
  ['anyOf', { anyOf: [{ minimum: 3 }, text()] }, ['a', 3], [2]],
  ['anyOf', { anyOf: [false, text()] }, ['a'], [3]],
  ['anyOf', text({ anyOf: [{ minLength: 2 }, { enum: ['x'] }] }), ['ab', 'x'], ['y']],
  ['oneOf', { oneOf: [text({ minLength: 3 }), text({ maxLength: 5 })] }, ['a', 'abcdef'], ['abcd']],
  ['allOf', { allOf: [text({ minLength: 2 })] }, ['ab'], ['a']],
  ['allOf', { allOf: [text({ minLength: 2 }), text({ maxLength: 3 })] }, ['ab'], ['a', 'abcd']],
  ['nullable', integer({ nullable: true }), [3, null], ['a']],
];

/** How a fact stands deeper in a schema: the schema around, a value around, and the path. */
export type Place = readonly [
  around: (schema: JsonSchema) => JsonSchema,
  holding: (value: unknown) => unknown,
  path: string,
];

const closed = (properties: JsonSchema, more: JsonSchema = {}) =>
  object({ properties, required: Object.keys(properties), additionalProperties: false, ...more });

/** Places at the root, deeper, in lists and alternatives, and behind one reference and several. */
export const places: readonly Place[] = [
  [schema => schema, value => value, ''],
  [schema => closed({ v: schema }), v => ({ v }), '/properties/v'],
  [schema => list({ items: schema, minItems: 1 }), value => [value], '/items'],
  [schema => ({ anyOf: [closed({ z: of('boolean')() }), schema], title: 'x' }), value => value, '/anyOf/1'],
  [schema => closed({ v: { $ref: '#/$defs/X' } }, { $defs: { X: schema } }), v => ({ v }), '/$defs/X'],
  [
    schema =>
      closed(
        { a: list({ items: closed({ b: { $ref: '#/$defs/Y' } }) }) },
        { $defs: { Y: { $ref: '#/$defs/Z' }, Z: schema } },
      ),
    b => ({ a: [{ b }] }),
    '/$defs/Z',
  ],
  [schema => object({ additionalProperties: schema }), q => ({ q }), '/additionalProperties'],
  [schema => list({ prefixItems: [schema], minItems: 1, items: false }), value => [value], '/prefixItems/0'],
  [schema => ({ allOf: [schema] }), value => value, '/allOf/0'],
];
