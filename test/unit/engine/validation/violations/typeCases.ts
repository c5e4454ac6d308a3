import { list, object, type SchemaCase } from './schemaCase.ts';

const person = object({ name: 's', 'age?': 'i', 'tags?': 'ss' });

/** Members that are missing, null, or of another type. */
export const typeCases: readonly SchemaCase[] = [
  {
    schema: { type: 'object', properties: { a: { type: ['integer', 'null'] } } },
    text: '{"a": "x"}',
    found: [['/a', 'wrong-type', '"x"']],
  },
  // missing-key
  { schema: person, text: '{}', found: [['/name', 'missing-key', '{']] },
  { schema: person, text: ' {"age": 3}', found: [['/name', 'missing-key', '{']] },
  { schema: list(person), text: '[{"name": "A"}, {"age": 1}]', found: [['/1/name', 'missing-key', '{']] },
  {
    schema: object({ a: 's', b: 's' }),
    text: '{"c": 1}',
    found: [
      ['/a', 'missing-key', '{'],
      ['/b', 'missing-key', '{'],
    ],
  },
  { schema: object({ who: person }), text: '{"who": {"age": 2}}', found: [['/who/name', 'missing-key', '{']] },
  { schema: object({ 'a/b': 's' }), text: '{"x": 1}', found: [['/a~1b', 'missing-key', '{']] },
  { schema: object({ 'a~b': 's' }), text: '{"x": 1}', found: [['/a~0b', 'missing-key', '{']] },
  { schema: object({ '': 's' }), text: '{"x": 1}', found: [['/', 'missing-key', '{']] },
  {
    schema: { type: 'object', dependentRequired: { card: ['owner'] } },
    text: '{"card": "1"}',
    found: [['/owner', 'missing-key', '{']],
  },
  {
    schema: { type: 'object', dependentSchemas: { card: { required: ['owner'] } } },
    text: '{"card": "1"}',
    found: [['/owner', 'missing-key', '{']],
  },
  { schema: { allOf: [person, { required: ['id'] }] }, text: '{"name": "A"}', found: [['/id', 'missing-key', '{']] },
  {
    schema: { ...object({ kind: 's' }), if: { properties: { kind: { const: 'x' } } }, else: { required: ['x'] } },
    text: '{"kind": "y"}',
    found: [['/x', 'missing-key', '{']],
  },
  // Another name that is near may be meant, and is never sure.
  {
    schema: object({ gradeBook: 'o' }),
    text: '{"grade_book": {}}',
    found: [['/gradeBook', 'missing-key', '{']],
    reads: { gradeBook: {} },
  },
  // null-value
  { schema: person, text: '{"name": "A", "age": null}', found: [['/age', 'null-value', 'null']], reads: { name: 'A' } },
  { schema: person, text: '{"age": null, "name": "A"}', found: [['/age', 'null-value', 'null']], reads: { name: 'A' } },
  {
    schema: person,
    text: '{"age": null, "tags": null, "name": "A"}',
    found: [
      ['/age', 'null-value', 'null'],
      ['/tags', 'null-value', 'null'],
    ],
    reads: { name: 'A' },
  },
  {
    schema: person,
    text: '{"name": "A" , "age": null, "tags": null}',
    found: [
      ['/age', 'null-value', 'null'],
      ['/tags', 'null-value', 'null'],
    ],
    reads: { name: 'A' },
  },
  { schema: object({ 'a?': 's' }), text: '{\n  "a": null\n}', found: [['/a', 'null-value', 'null']], reads: {} },
  { schema: person, text: '{"name": null}', found: [['/name', 'null-value', 'null']] },
  { schema: list({ type: 'string' }), text: '["a", null]', found: [['/1', 'null-value', 'null']] },
  {
    schema: object({ 'm?': 'mood' }),
    text: '{"m": null}',
    found: [['/m', 'null-value', 'null']],
    reads: {},
  },
  { schema: person, text: 'null', found: [['', 'null-value', 'null']] },
  {
    schema: object({ 'x?': { anyOf: [{ type: 'string' }, { type: 'number' }] } }),
    text: '{"x": null}',
    found: [['/x', 'null-value', 'null']],
    reads: {},
  },
  { schema: object({ who: person }), text: '{"who": null}', found: [['/who', 'null-value', 'null']] },
  // wrong-type
  { schema: object({ n: 'i' }), text: '{"n": "12"}', found: [['/n', 'wrong-type', '"12"']], reads: { n: 12 } },
  { schema: object({ n: 'i' }), text: '{"n": "5.2"}', found: [['/n', 'wrong-type', '"5.2"']] },
  { schema: object({ n: 'i' }), text: '{"n": 5.2}', found: [['/n', 'wrong-type', '5.2']] },
  { schema: object({ n: 'n' }), text: '{"n": "unknown"}', found: [['/n', 'wrong-type', '"unknown"']] },
  {
    schema: object({ n: 'n' }),
    text: '{"n": "-1.5e3"}',
    found: [['/n', 'wrong-type', '"-1.5e3"']],
    reads: { n: -1500 },
  },
  { schema: object({ n: 'n' }), text: '{"n": "3 to 5"}', found: [['/n', 'wrong-type', '"3 to 5"']] },
  { schema: object({ n: 'n' }), text: '{"n": true}', found: [['/n', 'wrong-type', 'true']] },
  { schema: object({ n: 'i' }), text: '{"n": "3 items"}', found: [['/n', 'wrong-type', '"3 items"']], reads: { n: 3 } },
  {
    schema: object({ n: 'n' }),
    text: '{"n": "$1,200"}',
    found: [['/n', 'wrong-type', '"$1,200"']],
    reads: { n: 1200 },
  },
  { schema: object({ b: 'b' }), text: '{"b": "True"}', found: [['/b', 'wrong-type', '"True"']], reads: { b: true } },
  { schema: object({ b: 'b' }), text: '{"b": "no"}', found: [['/b', 'wrong-type', '"no"']], reads: { b: false } },
  { schema: object({ b: 'b' }), text: '{"b": "maybe"}', found: [['/b', 'wrong-type', '"maybe"']] },
  { schema: object({ s: 's' }), text: '{"s": 2010}', found: [['/s', 'wrong-type', '2010']], reads: { s: '2010' } },
  { schema: object({ s: 's' }), text: '{"s": 1.0}', found: [['/s', 'wrong-type', '1.0']], reads: { s: '1.0' } },
  { schema: object({ s: 's' }), text: '{"s": ["a", "b"]}', found: [['/s', 'wrong-type', '["a", "b"]']] },
  {
    schema: object({ s: 's' }),
    text: '{"s": {"a": 1}}',
    found: [['/s', 'wrong-type', '{"a": 1}']],
    reads: { s: '{"a": 1}' },
  },
  { schema: object({ t: 'ss' }), text: '{"t": "a"}', found: [['/t', 'wrong-type', '"a"']], reads: { t: ['a'] } },
  {
    schema: object({ t: 'ss' }),
    text: `{"t": "['a', \\"it's\\"]"}`,
    found: [['/t', 'wrong-type', `"['a', \\"it's\\"]"`]],
    reads: { t: ['a', "it's"] },
  },
  {
    schema: object({ t: 'ii' }),
    text: '{"t": "[1, 2]"}',
    found: [['/t', 'wrong-type', '"[1, 2]"']],
    reads: { t: [1, 2] },
  },
  { schema: object({ t: 'ii' }), text: '{"t": "20"}', found: [['/t', 'wrong-type', '"20"']], reads: { t: [20] } },
  { schema: object({ t: 'ii' }), text: '{"t": 20}', found: [['/t', 'wrong-type', '20']], reads: { t: [20] } },
  {
    schema: object({ t: 'nn' }),
    text: '{"t": "1, 2.5"}',
    found: [['/t', 'wrong-type', '"1, 2.5"']],
    reads: { t: [1, 2.5] },
  },
  {
    schema: object({ t: 'ss' }),
    text: '{"t": ["a", 2, "c", 4]}',
    found: [
      ['/t/1', 'wrong-type', '2'],
      ['/t/3', 'wrong-type', '4'],
    ],
    reads: { t: ['a', '2', 'c', '4'] },
  },
  {
    schema: object({ o: 'o' }),
    text: '{"o": "{\'a\': True}"}',
    found: [['/o', 'wrong-type', '"{\'a\': True}"']],
    reads: { o: { a: true } },
  },
  { schema: object({ o: person }), text: '{"o": "Ann"}', found: [['/o', 'wrong-type', '"Ann"']] },
  { schema: object({ n: 'i' }), text: '{"n": [3]}', found: [['/n', 'wrong-type', '[3]']], reads: { n: 3 } },
  { schema: object({ n: 'i' }), text: '{"n": [3, 4]}', found: [['/n', 'wrong-type', '[3, 4]']] },
  { schema: object({ 'n?': 'i' }), text: '{"n": "None"}', found: [['/n', 'wrong-type', '"None"']], reads: {} },
  // All of them are mended, or none is.
  {
    schema: object({ n: 'i', b: 'b' }),
    text: '{"n": "a few", "b": "True"}',
    found: [
      ['/n', 'wrong-type', '"a few"'],
      ['/b', 'wrong-type', '"True"'],
    ],
  },
  // Of a member that stands twice the last counts.
  { schema: object({ n: 'i' }), text: '{"n": 1, "n": "2"}', found: [['/n', 'wrong-type', '"2"']], reads: { n: 2 } },
  // Syntax first: what is broken there is mended with it.
  { schema: object({ n: 'i' }), text: "{'n': '12',}", found: [['/n', 'wrong-type', "'12'"]], reads: { n: 12 } },
  {
    schema: object({ b: 'b' }),
    text: 'Sure: {"b": "True"}!',
    found: [['/b', 'wrong-type', '"True"']],
    reads: { b: true },
  },
];
