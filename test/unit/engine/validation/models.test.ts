import assert from 'node:assert/strict';
import type { PyDict, PyValue } from '../../../../src/engine/core/pyValue.ts';
import { jsonLoads } from '../../../../src/engine/python/jsonLoads.ts';
import { pyRepr } from '../../../../src/engine/python/repr.ts';
import { buildModel } from '../../../../src/engine/validation/pydanticModel.ts';
import { assertKept } from './assertKept.ts';

function load(json: string): PyDict {
  const result = jsonLoads(json);
  assert.ok(result.ok, json);
  return result.value as PyDict;
}

/** The repr of the result, or the message without the lines that give addresses. */
function outcome(schema: string, value: string): string {
  const model = buildModel(load(schema));
  assert.deepEqual(model.problems, []);
  const result = model.validate(load(value));
  assertKept(model, value, result);
  return result.ok ? pyRepr(result.value) : result.message.replace(/\n {4}For further information.*/g, '');
}

const petSchema = (pet: string) => `{
  "$defs": {
    "Cat": {"properties": {"kind": {"const": "cat"}, "lives": {"type": "integer", "default": "9"}}, "required": ["kind"], "title": "Cat", "type": "object"},
    "Dog": {"properties": {"kind": {"enum": ["dog", 2]}, "lives": {"type": "integer"}, "name": {"type": "string"}}, "required": ["kind"], "title": "Hound", "type": "object"},
    "Size": {"enum": ["small", "very big"], "title": "Size", "type": "string"},
    "Tags": {"items": {"type": "string"}, "title": "Tags", "type": "array"}
  },
  "properties": {"pet": ${pet}}, "required": ["pet"], "title": "M", "type": "object"}`;
const either = petSchema('{"anyOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]}');
const tagged = petSchema(
  '{"discriminator": {"mapping": {"cat": "#/$defs/Cat", "dog": "#/$defs/Dog", "2": "#/$defs/Dog"}, "propertyName": "kind"}, "oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]}',
);
const one = (schema: string) => `{"properties": {"v": ${schema}}, "required": ["v"], "title": "M", "type": "object"}`;
const union = (...schemas: string[]) => one(`{"anyOf": [${schemas.join(', ')}]}`);
const enumOf = (values: string, type?: string) =>
  one('{"$ref": "#/$defs/E"}').replace(
    '{',
    `{"$defs": {"E": {"enum": ${values}, "title": "E"${type === undefined ? '' : `, "type": "${type}"`}}}, `,
  );
const int = '{"type": "integer"}';
const string = '{"type": "string"}';
const list = '{"type": "array", "items": {"type": "integer"}}';
const dict = '{"type": "object", "additionalProperties": {"type": "number", "minimum": 0}}';
const dateTime = '{"type": "string", "format": "date-time"}';

const cases: Record<string, [schema: string, value: string, expected: string][]> = {
  'models: order, defaults, extras': [
    [
      '{"properties": {"b": {"type": "integer"}, "a": {"default": null}, "l": {"type": "array", "items": {}}}, "title": "M"}',
      '{"x": 1, "b": "2"}',
      "{'b': 2, 'a': None, 'l': []}",
    ],
    ['{"properties": {"s": {"type": "array", "items": {}, "uniqueItems": true}}}', '{}', "{'s': set()}"],
    [one('{"properties": {"a": {"type": "integer"}}, "title": "P"}'), '{"v": {"a": "1"}}', "{'v': {'a': 1}}"],
    [
      '{"properties": {"a": {"type": "integer"}}, "additionalProperties": true}',
      '{"x": 1, "a": "2"}',
      "{'a': 2, 'x': 1}",
    ],
    ['{"properties": {"a": {"type": "integer"}}, "title": "M"}', '{"a": 1, "\\ud83dk": 2}', "{'a': 1}"],
    ...['true', 'false', '{"type": "integer"}'].map((extras): [string, string, string] => [
      `{"properties": {"a": {"type": "integer"}}, "additionalProperties": ${extras}, "title": "M"}`,
      '{"a": "x", "\\ud83dk": 2}',
      "1 validation error for M\n  Input should be a valid string, unable to parse raw data as a unicode string [type=string_unicode, input_value='\\ud83dk', input_type=str]",
    ]),
    [
      one('{"type": "object", "additionalProperties": {"type": "integer"}}'),
      '{"v": {"a.\\ud83d": "x"}}',
      "1 validation error for M\nv.`a.\ufffd\ufffd\ufffd`\n  Input should be a valid integer, unable to parse string as an integer [type=int_parsing, input_value='x', input_type=str]",
    ],
    [
      '{"properties": {}, "additionalProperties": {"type": "integer"}, "title": "M"}',
      '{"x": "1", "y": "z"}',
      "1 validation error for M\ny\n  Input should be a valid integer, unable to parse string as an integer [type=int_parsing, input_value='z', input_type=str]",
    ],
    [
      '{"properties": {"a": {"type": "null"}}, "required": ["a"], "additionalProperties": false}',
      '{"x.y": []}',
      "2 validation errors for Schema\na\n  Field required [type=missing, input_value={'x.y': []}, input_type=dict]\n`x.y`\n  Extra inputs are not permitted [type=extra_forbidden, input_value=[], input_type=list]",
    ],
    [
      '{"$ref": "#/$defs/T", "$defs": {"T": {"properties": {"t": {"anyOf": [{"$ref": "#/$defs/T"}, {"type": "null"}], "default": null}}, "title": "T"}}}',
      '{"t": {"t": {}}}',
      "{'t': {'t': {'t': None}}}",
    ],
  ],
  'definitions: enums, root models, names': [
    [petSchema('{"$ref": "#/$defs/Size"}'), '{"pet": "very big"}', "{'pet': <Size.VERY_BIG: 'very big'>}"],
    [
      petSchema('{"$ref": "#/$defs/Size", "default": "small"}'),
      '{"pet": 1}',
      "1 validation error for M\npet\n  Input should be 'small' or 'very big' [type=enum, input_value=1, input_type=int]",
    ],
    ...['100000000000000000000', '9223372036854775808', '"9223372036854775808"'].map(
      (number): [string, string, string] => [
        '{"properties": {"v": {"$ref": "#/$defs/E"}}, "$defs": {"E": {"enum": [1], "title": "E", "type": "integer"}}, "title": "M"}',
        `{"v": ${number}}`,
        `1 validation error for M\nv\n  Unable to parse input string as an integer, exceeded maximum size [type=int_parsing_size, input_value=${number.replaceAll('"', '')}, input_type=int]`,
      ],
    ),
    [enumOf('[1.5, 2.0]', 'number'), '{"v": "1.5"}', "{'v': <E: 1.5>}"],
    [enumOf('[1.5, 2.0]', 'number'), '{"v": 2}', "{'v': <E: 2.0>}"],
    ...(
      [
        ['[1.5]', 'number', 'float-enum[E]', '1.5'],
        ['[1]', 'integer', 'int-enum[E]', '1'],
        ['["a"]', 'string', 'str-enum[E]', "'a'"],
        ['[1, "a"]', undefined, 'enum[E]', "1 or 'a'"],
      ] as const
    ).map(([values, type, label, words]): [string, string, string] => [
      enumOf(values, type).replace('{"$ref": "#/$defs/E"}', `{"anyOf": [{"$ref": "#/$defs/E"}, ${int}]}`),
      '{"v": {}}',
      `2 validation errors for M\nv.${label}\n  Input should be ${words} [type=enum, input_value={}, input_type=dict]\nv.int\n  Input should be a valid integer [type=int_type, input_value={}, input_type=dict]`,
    ]),
    [petSchema('{"$ref": "#/$defs/Tags"}'), '{"pet": ["a"]}', "{'pet': ['a']}"],
    [
      '{"properties": {"a b": {"anyOf": [{"type": "integer"}, {"type": "null"}]}, "c": {"$ref": "#/properties/a%20b/anyOf/0"}}}',
      '{"c": "1"}',
      "{'c': 1}",
    ],
    [
      petSchema('{"allOf": [{"$ref": "#/$defs/Dog"}]}'),
      '{"pet": []}',
      '1 validation error for M\npet\n  Input should be a valid dictionary or instance of Dog [type=model_type, input_value=[], input_type=list]',
    ],
  ],
  'unions: the best member': [
    [either, '{"pet": {"kind": "cat"}}', "{'pet': {'kind': 'cat', 'lives': '9'}}"],
    [either, '{"pet": {"kind": 2.0, "lives": 1}}', "{'pet': {'kind': 2, 'lives': 1}}"],
    [union(int, string), '{"v": "1"}', "{'v': '1'}"],
    [union(int, dateTime), '{"v": "1"}', "{'v': 1}"],
    [union('{"type": "number"}', '{"type": "boolean"}'), '{"v": 1}', "{'v': 1.0}"],
    [union('{}', int), '{"v": "1"}', "{'v': '1'}"],
    [union(list, '{"type": "array", "items": {"type": "string"}}'), '{"v": ["1"]}', "{'v': ['1']}"],
    [one('{"type": ["integer", "null"]}'), '{"v": null}', "{'v': None}"],
  ],
  'unions: the labels of errors': [
    [
      union(list, dict, '{"const": "a"}', '{"type": "null"}'),
      '{"v": {"k": -1}}',
      "3 validation errors for M\nv.list[int]\n  Input should be a valid list [type=list_type, input_value={'k': -1}, input_type=dict]\nv.dict[str,constrained-float].k\n".replace(
        /`/g,
        '',
      ) +
        "  Input should be greater than or equal to 0 [type=greater_than_equal, input_value=-1, input_type=int]\nv.literal['a']\n  Input should be 'a' [type=literal_error, input_value={'k': -1}, input_type=dict]",
    ],
    [
      union(
        '{"type": "array", "prefixItems": [{"type": "integer"}, {}], "minItems": 2, "maxItems": 2}',
        '{"type": "array", "uniqueItems": true, "items": {"type": "string", "minLength": 1}}',
        int,
      ),
      '{"v": true, "w": 1}',
      "{'v': 1}",
    ],
    [
      union(
        '{"type": "array", "prefixItems": [{"type": "integer"}, {}], "minItems": 2, "maxItems": 2}',
        '{"type": "array", "uniqueItems": true, "items": {"type": "string", "minLength": 1}}',
      ),
      '{"v": 1}',
      '2 validation errors for M\nv.tuple[int, any]\n  Input should be a valid tuple [type=tuple_type, input_value=1, input_type=int]\nv.set[constrained-str]\n  Input should be a valid set [type=set_type, input_value=1, input_type=int]',
    ],
  ],
  'unions with a discriminator': [
    [
      tagged,
      '{"pet": {"kind": 2, "lives": "x"}}',
      "1 validation error for M\npet.2.lives\n  Input should be a valid integer, unable to parse string as an integer [type=int_parsing, input_value='x', input_type=str]",
    ],
    [
      tagged,
      '{"pet": {"kind": "2"}}',
      "1 validation error for M\npet\n  Input tag '2' found using 'kind' does not match any of the expected tags: 'cat', 'dog', 2 [type=union_tag_invalid, input_value={'kind': '2'}, input_type=dict]",
    ],
    [
      tagged,
      '{"pet": {}}',
      "1 validation error for M\npet\n  Unable to extract tag using discriminator 'kind' [type=union_tag_not_found, input_value={}, input_type=dict]",
    ],
  ],
  'messages: the input is cut at 50 bytes': [
    [
      one(int),
      `{"v": "${'é'.repeat(24)}"}`,
      `1 validation error for M\nv\n  Input should be a valid integer, unable to parse string as an integer [type=int_parsing, input_value='${'é'.repeat(24)}', input_type=str]`,
    ],
    [
      one(int),
      `{"v": "a${'é'.repeat(24)}"}`,
      `1 validation error for M\nv\n  Input should be a valid integer, unable to parse string as an integer [type=int_parsing, input_value='a${'é'.repeat(11)}...${'é'.repeat(11)}', input_type=str]`,
    ],
    [
      one(int),
      `{"v": [${'1, '.repeat(500)}{"k": "it's"}]}`,
      `1 validation error for M\nv\n  Input should be a valid integer [type=int_type, input_value=[1, 1, 1, 1, 1, 1, 1, 1, ... 1, 1, 1, {'k': "it's"}], input_type=list]`,
    ],
    [
      one(int),
      `{"v": "'${'a'.repeat(999)}"}`,
      `1 validation error for M\nv\n  Input should be a valid integer, unable to parse string as an integer [type=int_parsing, input_value="'${'a'.repeat(23)}...${'a'.repeat(23)}", input_type=str]`,
    ],
  ],
};

suite('validation: models', () => {
  for (const [kind, rows] of Object.entries(cases))
    test(kind, () => {
      for (const [schema, value, expected] of rows)
        assert.equal(outcome(schema, value), expected, `${schema} ${value}`);
    });

  test('an error tells its place in the input, without labels', () => {
    const places: [schema: string, value: string, loc: (string | number)[]][] = [
      [one(list), '{"v": [1, "x"]}', ['v', 1]],
      [tagged, '{"pet": {"kind": "cat", "lives": []}}', ['pet', 'lives']],
      [one(dict), '{"v": {"k": "x"}}', ['v', 'k']],
      [one('{"type": "object", "propertyNames": {"maxLength": 0}}'), '{"v": {"k": 1}}', ['v', 'k']],
      [either, '{"pet": {}}', ['pet']],
      [one(int), '{}', []],
    ];
    for (const [schema, value, loc] of places) {
      const result = buildModel(load(schema)).validate(load(value));
      assert.ok(!result.ok);
      assert.deepEqual(result.loc, loc, value);
    }
  });
});

suite('validation: odd schemas', () => {
  const problemsOf = (schema: string) => buildModel(load(schema)).problems.map(({ path }) => path.join('/'));
  test('are reported and accept anything', () => {
    const odd: [schema: string, path: string][] = [
      [one('{"$ref": "#/$defs/No"}'), 'properties/v/$ref'],
      [one('{"$ref": 5}'), 'properties/v/$ref'],
      [one('{"type": "file"}'), 'properties/v/type'],
      [one('5'), 'properties/v'],
      [one('{"not": {}}'), 'properties/v/not'],
      [one('{"allOf": [{}, {}]}'), 'properties/v/allOf'],
      ['{"properties": {}, "additionalProperties": {"type": "file"}}', 'additionalProperties/type'],
      [one('{"oneOf": [{}]}'), 'properties/v'],
      [one('{"type": "string", "pattern": "(?=a)"}'), 'properties/v/pattern'],
      [one('{"type": "integer", "minimum": 0.5}'), 'properties/v/minimum'],
      [one('{"anyOf": [{"type": "integer"}, {"type": "string", "format": "email"}]}'), 'properties/v/anyOf/1/format'],
      ['{"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/A"}}}', '$ref'],
    ];
    for (const [schema, path] of odd) {
      assert.deepEqual(problemsOf(schema), [path], schema);
      assert.equal(buildModel(load(schema)).validate(load('{"v": 1}')).ok, !schema.includes('pattern'), schema);
    }
  });

  test('a discriminator without the name of a property is not one', () => {
    const schema = one('{"oneOf": [{}], "discriminator": {"mapping": {"a": "#/$defs/A"}}}');
    assert.deepEqual(problemsOf(schema), ['properties/v']);
    assert.ok(buildModel(load(schema)).validate(load('{"v": 1}')).ok);
  });

  test('a dict whose values are not allowed, or allowed whatever they are', () => {
    const dictOf = (values: string) => one(`{"type": "object", "additionalProperties": ${values}}`);
    assert.deepEqual(problemsOf(dictOf('false')), ['properties/v/additionalProperties']);
    assert.deepEqual(problemsOf(dictOf('true')), []);
    assert.deepEqual(problemsOf(one('{"type": "string", "allOf": [], "nullable": false}')), []);
  });

  test('after the part that is too large nothing is looked at', () => {
    const types = new Array(300_001).fill('string');
    const of = (schema: object) => new Map(Object.entries(schema)) as PyDict;
    const model = buildModel(of({ properties: of({ a: of({ type: types }), b: of({ type: 'x' }) }) }));
    assert.deepEqual(model.problems, [
      { path: ['properties', 'a'], message: 'The schema is too large; from here on it is not checked.' },
    ]);
  });

  test('a value may be as long as it likes: what validation may cost grows with it', () => {
    const model = buildModel(
      load(one('{"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}')),
    );
    assert.ok(model.validate(new Map([['v', new Array(10_000).fill('x')]])).ok);
  });

  test('that go round in a circle end', () => {
    const circle = (v: string) => `{"$defs": {"A": ${v}}, "properties": {"v": {"$ref": "#/$defs/A"}}, "title": "M"}`;
    assert.deepEqual(problemsOf(circle('{"$ref": "#/$defs/A"}')), ['properties/v/$ref']);
    const loop = circle('{"anyOf": [{"$ref": "#/$defs/A"}, {"type": "boolean"}]}');
    assert.match(outcome(loop, '{"v": []}'), /type=recursion_loop, input_value=\[\]/);
    const message = outcome(circle('{"anyOf": [{"$ref": "#/$defs/A"}, {"type": "integer"}]}'), '{"v": 1}');
    assert.equal(message, "{'v': 1}");
  });

  test('nested deeply, and values nested deeply, do no harm', () => {
    let schema: PyValue = new Map([['type', 'integer']]);
    for (let i = 0; i < 100_000; i++)
      schema = new Map<string, PyValue>([
        ['items', schema],
        ['type', 'array'],
      ]);
    const model = buildModel(new Map([['properties', new Map([['v', schema]])]]));
    assert.equal(model.problems.length, 1);
    assert.equal(model.validate(new Map([['v', []]])).ok, true);

    const node =
      '{"$defs": {"N": {"properties": {"c": {"items": {"anyOf": [{"$ref": "#/$defs/N"}, {"type": "null"}]}, "type": "array", "default": []}}, "title": "N"}}, "$ref": "#/$defs/N"}';
    let value: PyDict = new Map();
    for (let i = 0; i < 480; i++) value = new Map([['c', [value]]]);
    assert.equal(buildModel(load(node)).validate(value).ok, true);
    for (let i = 0; i < 100_000; i++) value = new Map([['c', [value]]]);
    assert.match((buildModel(load(node)).validate(value) as { message: string }).message, /gave up/);
  });

  test('a union in a recursive model does not run for ever', () => {
    const names = ['A', 'B', 'C'];
    const members = names.map(name => `{"$ref": "#/$defs/${name}"}`).join(', ');
    const model = (name: string) => `"${name}": {"properties": {"c": {"anyOf": [${members}]}}, "title": "${name}"}`;
    const schema = `{"$defs": {${names.map(model).join(', ')}}, "$ref": "#/$defs/A"}`;
    let value: PyDict = new Map<string, PyValue>([['c', 1]]);
    for (let i = 0; i < 60; i++) value = new Map([['c', value]]);
    assert.match((buildModel(load(schema)).validate(value) as { message: string }).message, /gave up/);
  });

  test('a long list of errors is printed', () => {
    const items = new Array(50_000).fill('x');
    const result = buildModel(load(one(list))).validate(new Map([['v', items]]));
    assert.ok(
      !result.ok && result.errors.length === items.length && result.message.startsWith('50000 validation errors'),
    );
  });
});
