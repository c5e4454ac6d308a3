import assert from 'node:assert/strict';
import fc from 'fast-check';
import { renameKey } from '../../../../src/engine/authoring/index.ts';
import { definitionKeys, readDefinitions } from '../../../../src/engine/definition/index.ts';

/** The text after the rename; what refuses it otherwise. */
function renamed(text: string, name: string, newName: string, definition = 0): string {
  const result = renameKey(readDefinitions(text, 'x.parser.json').definitions[definition]!, name, newName);
  if ('refusal' in result) return result.refusal;
  return result.edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((old, { span, text }) => old.slice(0, span.start) + text + old.slice(span.end), text);
}

suite('renaming a key', () => {
  const schema = (properties: string) =>
    `{"type": "MarkdownJsonDictParser", "content_schema": {"properties": {${properties}}, "$defs": {"a": {}}}}`;
  const all = (name: string) =>
    `{ // a is a key\r\n  "type": "MarkdownJsonDictParser", "format_instruction": "a {content_hint}",\r\n  "content_hint": { ${name}: "say a", /* a */ "b": {"a": 1} },\r\n  "required_keys": [${name}, "b",], "keys_to_content": ${name}, "keys_to_memory": ["b", ${name}],\r\n  "samples": [{ "text": "{\\"a\\": 1}", "expect": { "value": {${name}: "a", "b": {"a": 2}}, "content": {"a": 1}, "memory": {${name}: {"a": 2}}, "metadata": {"a": 1} } }]\r\n}`;
  for (const [name, text, from, to, expected] of [
    ['everywhere, and nothing else', all('"a"'), 'a', 'c', all('"c"')],
    ['to a name with escapes', all('"a"'), 'a', '"\\\n😀', all('"\\"\\\\\\n😀"')],
    ['from a name with escapes', all('"\\u0041\\ud83d\\ude00"'), 'A😀', 'c', all('"c"')],
    [
      'in a hint with placeholders',
      String.raw`{"type": "MarkdownJsonDictParser", "content_hint": "{\"a\": what a is, \"b\": <number>}", "keys_to_content": "a"}`,
      'a',
      'c',
      String.raw`{"type": "MarkdownJsonDictParser", "content_hint": "{\"c\": what a is, \"b\": <number>}", "keys_to_content": "c"}`,
    ],
    [
      'in a hint that is text',
      String.raw`{"type": "MarkdownJsonDictParser", "content_hint": "{\"a\": \"a\", \"\\u0061\": 2}", "keys_to_content": "a"}`,
      'a',
      'c"',
      String.raw`{"type": "MarkdownJsonDictParser", "content_hint": "{\"c\\\"\": \"a\", \"c\\\"\": 2}", "keys_to_content": "c\""}`,
    ],
    [
      'a tag',
      '{"type": "MultiTaggedContentParser", "tagged_contents": [{"name": "a", "tag_begin": "a", "content_hint": "a", "tag_end": "/a"}], "keys_allow_missing": ["a"]}',
      'a',
      'c',
      '{"type": "MultiTaggedContentParser", "tagged_contents": [{"name": "c", "tag_begin": "a", "content_hint": "a", "tag_end": "/a"}], "keys_allow_missing": ["c"]}',
    ],
    [
      'a schema',
      '{"type": "MarkdownJsonDictParser", "content_schema": {"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"a": {"title": "a"}}, "required": ["a"]}}}, "required_keys": ["a"]}',
      'a',
      'c',
      '{"type": "MarkdownJsonDictParser", "content_schema": {"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"c": {"title": "a"}}, "required": ["c"]}}}, "required_keys": ["c"]}',
    ],
    [
      'in references to its schema, at any depth',
      schema('"a": {"items": {}}, "b": {"items": {"$ref": "#/properties/a/items"}}, "d": {"$ref": "#/properties/a"}'),
      'a',
      'c',
      schema('"c": {"items": {}}, "b": {"items": {"$ref": "#/properties/c/items"}}, "d": {"$ref": "#/properties/c"}'),
    ],
    [
      'in no reference to another schema of that name',
      schema(
        '"a": {"properties": {"a": {}}}, "b": {"$ref": "#/properties/a/properties/a"}, "d": {"$ref": "#/$defs/a"}, "e": {"$ref": "#"}, "f": {"$ref": "x#/properties/a"}, "g": {"const": {"$ref": "#/properties/a"}}',
      ),
      'a',
      'c',
      schema(
        '"c": {"properties": {"a": {}}}, "b": {"$ref": "#/properties/c/properties/a"}, "d": {"$ref": "#/$defs/a"}, "e": {"$ref": "#"}, "f": {"$ref": "x#/properties/a"}, "g": {"const": {"$ref": "#/properties/a"}}',
      ),
    ],
    [
      'in a reference that leads nowhere behind it',
      schema('"a": {}, "$ref": {"$ref": "#/properties/a/items"}'),
      'a',
      'c',
      schema('"c": {}, "$ref": {"$ref": "#/properties/c/items"}'),
    ],
    [
      'in a reference through a list',
      '{"type": "MarkdownJsonDictParser", "content_schema": {"allOf": [{"properties": {"a": {}, "b": {"$ref": "#/allOf/0/properties/a"}}}]}}',
      'a',
      'c',
      '{"type": "MarkdownJsonDictParser", "content_schema": {"allOf": [{"properties": {"c": {}, "b": {"$ref": "#/allOf/0/properties/c"}}}]}}',
    ],
    [
      'from a name that a reference escapes',
      schema(
        String.raw`"a~/ %\"": {}, "b": {"not": {"$ref": "#/properties/a~0~1%20%25%22"}}, "d": {"$ref": "#/properties/a~0~1 %25\""}`,
      ),
      'a~/ %"',
      'c',
      schema('"c": {}, "b": {"not": {"$ref": "#/properties/c"}}, "d": {"$ref": "#/properties/c"}'),
    ],
    [
      'from a name with a percent sign that a reference does not escape',
      schema('"100%": {}, "a%20b": {}, "b": {"$ref": "#/properties/100%"}, "d": {"$ref": "#/properties/a%20b"}'),
      '100%',
      'c',
      schema('"c": {}, "a%20b": {}, "b": {"$ref": "#/properties/c"}, "d": {"$ref": "#/properties/a%20b"}'),
    ],
    [
      'to a name that a reference escapes',
      schema('"a": {}, "b": {"$ref": "#/properties/a"}'),
      'a',
      'c~/ %"\\ü',
      schema(String.raw`"c~/ %\"\\ü": {}, "b": {"$ref": "#/properties/c~0~1%20%25%22%5Cü"}`),
    ],
    [
      'a pattern',
      '{"type": "RegexTaggedContentParser", "tagged_content_pattern": "(?P<name>a|b):(?P<content>a)", "required_keys": ["a"]}',
      'a',
      'a.c',
      '{"type": "RegexTaggedContentParser", "tagged_content_pattern": "(?P<name>a\\\\.c|b):(?P<content>a)", "required_keys": ["a.c"]}',
    ],
    [
      'a key of a prototype',
      '{"type": "MarkdownJsonDictParser", "content_hint": {"__proto__": 1, "b": 2}}',
      '__proto__',
      'constructor',
      '{"type": "MarkdownJsonDictParser", "content_hint": {"constructor": 1, "b": 2}}',
    ],
    ['to itself', all('"a"'), 'a', 'a', all('"a"')],
    ['to a key that is there', all('"a"'), 'a', 'b', 'The definition "x" has a key "b" already.'],
    [
      'to a name that is only listed',
      '{"type": "MarkdownJsonDictParser", "content_hint": {"a": 1}, "keys_to_content": "c"}',
      'a',
      'c',
      'The definition "x" has a key "c" already.',
    ],
    ['to nothing', all('"a"'), 'a', '', 'A key needs a name.'],
    ['a key that is not there', all('"a"'), 'z', 'c', 'The definition "x" has no key "z".'],
    [
      'without filters',
      '{"type": "MarkdownJsonObjectParser", "content_hint": {"a": 1}}',
      'a',
      'c',
      'The definition "x" has no key "a".',
    ],
  ] as const)
    test(name, () => assert.equal(renamed(text, from, to), expected));

  test('only in its own definition', () => {
    const one = (name: string) => `{"type": "MarkdownJsonDictParser", "content_hint": {"${name}": 1}}`;
    const file = (name: string) => `{"parsers": {"x": ${one('a')}, "y": ${one(name)}}}`;
    assert.equal(renamed(file('a'), 'a', 'c', 1), file('c'));
  });

  test('a reference leads to the same schema under any name @slow', () => {
    const text = schema('"a": {"title": "t"}, "b": {"$ref": "#/properties/a"}');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 8 }), newName => {
        fc.pre(!['', 'a', 'b'].includes(newName));
        const there = renamed(text, 'a', newName);
        assert.deepEqual(readDefinitions(there, 'x').problems, []);
        assert.equal(renamed(there, newName, 'a'), text);
      }),
    );
  });

  test('there and back is the same text, and the same places', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), newName => {
        fc.pre(newName !== 'a' && newName !== 'b');
        const there = renamed(all('"a"'), 'a', newName);
        assert.equal(renamed(there, newName, 'a'), all('"a"'));
        const { definitions, problems } = readDefinitions(there, 'x');
        assert.ok(problems.every(({ code }) => code !== 'syntax-error'));
        const count = definitionKeys(definitions[0]!)?.uses.filter(({ name }) => name === newName).length;
        assert.equal(count, 6);
      }),
    );
  });
});
