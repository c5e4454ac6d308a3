import { list, object, type SchemaCase } from './schemaCase.ts';

const closed = object({ name: 's', 'age?': 'i' }, { additionalProperties: false });
const stars = object({ stars: { type: 'integer', minimum: 1, maximum: 5 } });
const date = object({ date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' } });
const short = object({ word: { type: 'string', minLength: 2, maxLength: 4 } });
const few = object({ tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 } });

/** Values of the right type that are not allowed. */
export const ruleCases: readonly SchemaCase[] = [
  // outside-enum
  { schema: object({ m: 'mood' }), text: '{"m": "great"}', found: [['/m', 'outside-enum', '"great"']] },
  { schema: object({ m: 'mood' }), text: '{"m": "Good or Bad"}', found: [['/m', 'outside-enum', '"Good or Bad"']] },
  { schema: object({ m: 'mood' }), text: '{"m": ""}', found: [['/m', 'outside-enum', '""']] },
  { schema: object({ m: 'moods' }), text: '{"m": ["Bad", "sad"]}', found: [['/m/1', 'outside-enum', '"sad"']] },
  { schema: object({ m: { const: 'x' } }), text: '{"m": "y"}', found: [['/m', 'outside-enum', '"y"']] },
  { schema: object({ m: { enum: [1, 2] } }), text: '{"m": 3}', found: [['/m', 'outside-enum', '3']] },
  { schema: object({ m: { enum: ['a', 'A'] } }), text: '{"m": "b"}', found: [['/m', 'outside-enum', '"b"']] },
  { schema: object({ m: { enum: ['on', 'ON'] } }), text: '{"m": "On"}', found: [['/m', 'outside-enum', '"On"']] },
  { schema: { enum: ['a', 'b'] }, text: '"c"', found: [['', 'outside-enum', '"c"']] },
  {
    schema: object({ m: { anyOf: [{ const: 'a' }, { const: 'b' }] } }),
    text: '{"m": "c"}',
    found: [['/m', 'outside-enum', '"c"']],
  },
  // enum-spelling
  {
    schema: object({ m: 'mood' }),
    text: '{"m": "good"}',
    found: [['/m', 'enum-spelling', '"good"']],
    reads: { m: 'Good' },
  },
  {
    schema: object({ m: 'mood' }),
    text: '{"m": " BAD "}',
    found: [['/m', 'enum-spelling', '" BAD "']],
    reads: { m: 'Bad' },
  },
  {
    schema: object({ m: 'mood' }),
    text: '{"m": "very-good"}',
    found: [['/m', 'enum-spelling', '"very-good"']],
    reads: { m: 'Very Good' },
  },
  {
    schema: object({ m: 'mood' }),
    text: '{"m": "VeryGood"}',
    found: [['/m', 'enum-spelling', '"VeryGood"']],
    reads: { m: 'Very Good' },
  },
  {
    schema: object({ m: 'moods' }),
    text: '{"m": ["bad"]}',
    found: [['/m/0', 'enum-spelling', '"bad"']],
    reads: { m: ['Bad'] },
  },
  {
    schema: object({ m: { const: 'Yes' } }),
    text: '{"m": "yes"}',
    found: [['/m', 'enum-spelling', '"yes"']],
    reads: { m: 'Yes' },
  },
  {
    schema: object({ m: { enum: ['toll', 'ferry'] } }),
    text: '{"m": "tolls"}',
    found: [['/m', 'enum-spelling', '"tolls"']],
    reads: { m: 'toll' },
  },
  { schema: { enum: ['UP', 'DOWN'] }, text: '"down"', found: [['', 'enum-spelling', '"down"']], reads: 'DOWN' },
  {
    schema: object({ a: 'mood', b: 'mood' }),
    text: '{"a": "bad", "b": "good"}',
    found: [
      ['/a', 'enum-spelling', '"bad"'],
      ['/b', 'enum-spelling', '"good"'],
    ],
    reads: { a: 'Bad', b: 'Good' },
  },
  {
    schema: object({ m: { anyOf: [{ enum: ['A4', 'A5'] }, { type: 'null' }] } }),
    text: '{"m": "a4"}',
    found: [['/m', 'enum-spelling', '"a4"']],
    reads: { m: 'A4' },
  },
  // out-of-range
  { schema: stars, text: '{"stars": 0}', found: [['/stars', 'out-of-range', '0']] },
  { schema: stars, text: '{"stars": 6}', found: [['/stars', 'out-of-range', '6']] },
  { schema: stars, text: '{"stars": -1}', found: [['/stars', 'out-of-range', '-1']] },
  { schema: object({ p: { exclusiveMinimum: 0 } }), text: '{"p": 0}', found: [['/p', 'out-of-range', '0']] },
  { schema: object({ p: { exclusiveMaximum: 1 } }), text: '{"p": 1.0}', found: [['/p', 'out-of-range', '1.0']] },
  { schema: object({ p: { multipleOf: 5 } }), text: '{"p": 7}', found: [['/p', 'out-of-range', '7']] },
  { schema: list({ type: 'number', maximum: 1 }), text: '[0.5, 1.5]', found: [['/1', 'out-of-range', '1.5']] },
  { schema: list(stars), text: '[{"stars": 9}]', found: [['/0/stars', 'out-of-range', '9']] },
  { schema: { type: 'integer', minimum: 3 }, text: '2', found: [['', 'out-of-range', '2']] },
  {
    schema: { anyOf: [{ type: 'integer', minimum: 3 }, { type: 'null' }] },
    text: '2',
    found: [['', 'out-of-range', '2']],
  },
  {
    schema: stars,
    text: '{"stars": 12345678901234567890}',
    found: [['/stars', 'out-of-range', '12345678901234567890']],
  },
  // A number that is out of range once its quotes are off has no reading.
  { schema: stars, text: '{"stars": "9"}', found: [['/stars', 'wrong-type', '"9"']] },
  // pattern
  { schema: date, text: '{"date": "1 May"}', found: [['/date', 'pattern', '"1 May"']] },
  { schema: date, text: '{"date": "2024-1-1"}', found: [['/date', 'pattern', '"2024-1-1"']] },
  { schema: date, text: '{"date": ""}', found: [['/date', 'pattern', '""']] },
  { schema: list(date), text: '[{"date": "2024-01-01"}, {"date": "?"}]', found: [['/1/date', 'pattern', '"?"']] },
  { schema: { type: 'string', pattern: '^a' }, text: '"b"', found: [['', 'pattern', '"b"']] },
  { schema: { pattern: '^a+$' }, text: '"ab"', found: [['', 'pattern', '"ab"']] },
  {
    schema: object({ id: { pattern: '^[0-9a-f]{4}$' } }),
    text: '{"id": "12G4"}',
    found: [['/id', 'pattern', '"12G4"']],
  },
  {
    schema: { patternProperties: { '^x': { pattern: 'y' } } },
    text: '{"x1": "z"}',
    found: [['/x1', 'pattern', '"z"']],
  },
  { schema: { additionalProperties: { pattern: 'y' } }, text: '{"q": "z"}', found: [['/q', 'pattern', '"z"']] },
  { schema: { prefixItems: [{ pattern: 'y' }] }, text: '["z"]', found: [['/0', 'pattern', '"z"']] },
  // length
  { schema: short, text: '{"word": "a"}', found: [['/word', 'length', '"a"']] },
  { schema: short, text: '{"word": "abcde"}', found: [['/word', 'length', '"abcde"']] },
  { schema: short, text: '{"word": "😀"}', found: [['/word', 'length', '"😀"']] },
  { schema: few, text: '{"tags": []}', found: [['/tags', 'length', '[]']] },
  { schema: few, text: '{"tags": ["a", "b", "c"]}', found: [['/tags', 'length', '["a", "b", "c"]']] },
  { schema: { minProperties: 1 }, text: '{}', found: [['', 'length', '{}']] },
  { schema: { maxProperties: 1 }, text: '{"a": 1, "b": 2}', found: [['', 'length', '{"a": 1, "b": 2}']] },
  { schema: { prefixItems: [{}], items: false }, text: '[1, 2]', found: [['', 'length', '[1, 2]']] },
  { schema: list(few), text: '[{"tags": []}]', found: [['/0/tags', 'length', '[]']] },
  { schema: { type: 'string', maxLength: 0 }, text: '"a"', found: [['', 'length', '"a"']] },
  // broken-rule
  { schema: { uniqueItems: true }, text: '[1, 1.0]', found: [['', 'broken-rule', '[1, 1.0]']] },
  { schema: { not: { type: 'string' } }, text: '"a"', found: [['', 'broken-rule', '"a"']] },
  { schema: { contains: { type: 'string' } }, text: '[1]', found: [['', 'broken-rule', '[1]']] },
  { schema: { contains: {}, maxContains: 1 }, text: '[1, 2]', found: [['', 'broken-rule', '[1, 2]']] },
  { schema: { oneOf: [{ minimum: 1 }, { maximum: 9 }] }, text: '5', found: [['', 'broken-rule', '5']] },
  // unknown-key
  { schema: closed, text: '{"name": "A", "x": 1}', found: [['/x', 'unknown-key', '"x"']], reads: { name: 'A' } },
  { schema: closed, text: '{"x": 1, "name": "A"}', found: [['/x', 'unknown-key', '"x"']], reads: { name: 'A' } },
  {
    schema: closed,
    text: '{"x": 1, "name": "A", "y": {"z": 2}}',
    found: [
      ['/x', 'unknown-key', '"x"'],
      ['/y', 'unknown-key', '"y"'],
    ],
    reads: { name: 'A' },
  },
  {
    schema: list(closed),
    text: '[{"name": "A", "x": 1}]',
    found: [['/0/x', 'unknown-key', '"x"']],
    reads: [{ name: 'A' }],
  },
  { schema: { additionalProperties: false }, text: '{"x": 1}', found: [['/x', 'unknown-key', '"x"']], reads: {} },
  { schema: object({ 'x?': false }), text: '{"x": 1}', found: [['/x', 'unknown-key', '"x"']], reads: {} },
  {
    schema: { ...object({ a: 's' }), unevaluatedProperties: false },
    text: '{"a": "b", "c": 1}',
    found: [['/c', 'unknown-key', '"c"']],
    reads: { a: 'b' },
  },
  {
    schema: { patternProperties: { '^x': {} }, additionalProperties: false },
    text: '{"x1": 1, "y": 2}',
    found: [['/y', 'unknown-key', '"y"']],
    reads: { x1: 1 },
  },
  {
    schema: { propertyNames: { maxLength: 2 } },
    text: '{"abc": 1}',
    found: [['/abc', 'unknown-key', '"abc"']],
    reads: {},
  },
  { schema: closed, text: '{"name": "A", "a/b": 1}', found: [['/a~1b', 'unknown-key', '"a/b"']], reads: { name: 'A' } },
  // key-spelling, where the schema is closed
  { schema: closed, text: '{"Name": "A"}', found: [['/Name', 'key-spelling', '"Name"']], reads: { name: 'A' } },
  { schema: closed, text: '{"nmae": "A"}', found: [['/nmae', 'key-spelling', '"nmae"']], reads: { name: 'A' } },
  {
    schema: list(closed),
    text: '[{"NAME": "A"}]',
    found: [['/0/NAME', 'key-spelling', '"NAME"']],
    reads: [{ name: 'A' }],
  },
  {
    schema: object({ command: 's' }, { additionalProperties: false }),
    text: '{"cmd": "ls"}',
    found: [['/cmd', 'key-spelling', '"cmd"']],
    reads: { command: 'ls' },
  },
  {
    schema: object({ file_path: 's' }, { additionalProperties: false }),
    text: '{"filePath": "a"}',
    found: [['/filePath', 'key-spelling', '"filePath"']],
    reads: { file_path: 'a' },
  },
];
