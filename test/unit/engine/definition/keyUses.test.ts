import assert from 'node:assert/strict';
import { definitionKeys, readDefinitions } from '../../../../src/engine/definition/index.ts';
import type { Definition } from '../../../../src/engine/parsers/definition.ts';

function read(text: string): Definition {
  return readDefinitions(text, 'x.parser.json').definitions[0]!;
}

/** `name!` for a required key, `name~` for one that the type gives; then ` open` or ` exact`. */
function keys(definition: object): string {
  const found = definitionKeys(read(JSON.stringify(definition)));
  if (!found) return 'none';
  const names = found.keys.map(
    ({ name, required, declarations }) => `${name}${required ? '!' : ''}${declarations.length ? '' : '~'}`,
  );
  return [...names, ...(found.open ? ['open'] : []), ...(found.exact ? ['exact'] : [])].join(' ');
}

/** Each place as its kind's letter and the text that it covers. */
function uses(text: string): string[] {
  return (definitionKeys(read(text))?.uses ?? []).map(({ kind, name, inner, span, as }) => {
    const written = text.slice(inner.start, inner.end);
    assert.equal(text.slice(span.start, span.end), as === 'string' ? `"${written}"` : written);
    return `${kind[0]} ${name}${written === name ? '' : ` as ${written}`}`;
  });
}

suite('the keys of a value', () => {
  const dict = { type: 'MarkdownJsonDictParser' };
  const tag = (name: unknown) => ({ name, tag_begin: `[${name}]`, content_hint: 'x', tag_end: `[/${name}]` });
  const pattern = (tagged_content_pattern: string) => ({ type: 'RegexTaggedContentParser', tagged_content_pattern });
  const schema = { type: 'object', properties: { a: { description: 'A' }, b: {} }, required: ['b'] };
  for (const [definition, expected] of [
    [{ ...dict }, 'open'],
    [{ ...dict, content_hint: { a: 'x', __proto__: 'y' } }, 'a'],
    [
      JSON.parse('{"type":"MarkdownJsonDictParser","content_hint":{"__proto__":1,"constructor":2}}'),
      '__proto__ constructor',
    ],
    [{ ...dict, content_hint: { a: 'x' }, required_keys: ['a', 'b', 'b', 3] }, 'a!'],
    [{ ...dict, content_hint: { a: 'x' }, required_keys: 'a' }, 'a'],
    [{ ...dict, content_hint: ' {"a": 1, "b": {"c": 2}, "a": 3}\n' }, 'a b'],
    [{ ...dict, content_hint: '{"a": what you think}', required_keys: ['b'] }, 'a b! open'],
    [{ ...dict, content_hint: '["a"]' }, 'open'],
    [{ ...dict, content_hint: '{"a": 1} and more' }, 'a open'],
    [{ ...dict, content_hint: ['a'] }, 'open'],
    [{ ...dict, content_hint: null }, 'open'],
    [{ ...dict, content_hint: { a: 'x' }, format_instruction: 'Answer: {content_hint}' }, 'a'],
    [{ ...dict, content_hint: { a: 'x' }, format_instruction: 'Answer in JSON' }, 'a open'],
    [{ ...dict, content_hint: { c: 'x' }, content_schema: schema, required_keys: ['a'] }, 'a! b! exact'],
    [{ ...dict, content_schema: { ...schema, additionalProperties: true } }, 'a b! open'],
    [{ ...dict, content_schema: { ...schema, additionalProperties: false } }, 'a b! exact'],
    [{ ...dict, content_schema: { $ref: '#/$defs/M', $defs: { M: schema } } }, 'a b! exact'],
    [{ ...dict, content_schema: { $ref: '#/$defs/N', $defs: { M: schema } } }, 'open'],
    [{ ...dict, content_schema: { $ref: '#' } }, 'open'],
    [
      { ...dict, content_schema: { allOf: [{ $ref: '#/$defs/M' }, { properties: { c: {} } }], $defs: { M: schema } } },
      'a b! c open',
    ],
    [{ ...dict, content_schema: {} }, 'exact'],
    [
      { type: 'MultiTaggedContentParser', tagged_contents: [tag('a'), tag('b')], keys_allow_missing: ['b', 'c'] },
      'a! b exact',
    ],
    [{ type: 'MultiTaggedContentParser', tagged_contents: [tag('a'), tag('a')] }, 'a! exact'],
    [{ type: 'MultiTaggedContentParser', tagged_contents: [tag('a'), {}] }, 'a! open'],
    [{ type: 'MultiTaggedContentParser', tagged_contents: [] }, 'open'],
    [{ type: 'RegexTaggedContentParser', required_keys: ['a'] }, 'a! open'],
    [pattern('<(?P<name>thought|speak)>(?P<content>.*?)</(?P=name)>'), 'thought speak exact'],
    [pattern('<(?P<name>thought)>(?P<content>.*?)</(?P=name)>'), 'thought exact'],
    [pattern('(?i)<(?P<name>thought)>(?P<content>.*?)</(?P=name)>'), 'open'],
    [pattern('<(?i:(?P<name>thought))>(?P<content>.*?)>'), 'open'],
    [pattern('<(?P<name>a+|b)>(?P<content>.*?)>'), 'open'],
    [pattern('<(?P<name>a.)>(?P<content>.*?)>'), 'open'],
    [pattern('[(?P<name>a|b)](?P<content>.*?)>'), 'open'],
    [pattern('\\(?P<name>a|b)(?P<content>.*?)>'), 'open'],
    [pattern('(?P<name>a|b'), 'open'],
    [{ type: 'custom', module: 'a.mjs', keys_to_content: 'a' }, 'open'],
    [{ type: 'MarkdownJsonObjectParser', content_hint: { a: 1 } }, 'none'],
  ] as const)
    test(JSON.stringify(definition), () => assert.equal(keys(definition), expected));

  test('what the author says of a key', () => {
    const said = (definition: object) =>
      definitionKeys(read(JSON.stringify(definition)))?.keys.map(({ documentation }) => documentation);
    assert.deepEqual(said({ ...dict, content_hint: { a: 'x', b: { c: 1 }, d: '' } }), ['x', '{"c": 1}', undefined]);
    assert.deepEqual(said({ ...dict, content_schema: schema }), ['A', undefined]);
    assert.deepEqual(said({ ...dict, content_hint: { a: 'x'.repeat(5000) } })?.[0]?.length, 2000);
    assert.deepEqual(said({ type: 'MultiTaggedContentParser', tagged_contents: [tag('a')] }), ['x']);
  });
});

suite('the places that name a key', () => {
  for (const [name, text, expected] of [
    [
      'hint, required keys, filters, expectations',
      `{ "type": "MarkdownJsonDictParser", // "a"
        "content_hint": { "a": "say a", "\\u0062": {"a": 1} },
        "required_keys": ["a", "c",], "keys_to_content": "a", "keys_to_memory": ["b", "a"],
        "samples": [{ "text": "a", "expect": { "value": {"a": 1, "x": 2}, "content": {"a": 1}, "memory": {"b": {"a": 2}}, "metadata": {"a": 1} } }] }`,
      ['d a', 'r a', 'd b as \\u0062', 'l c', 'f a', 'f b', 'f a', 'e a', 'e x', 'e b'],
    ],
    [
      'a hint that is text with JSON',
      String.raw`{ "type": "MarkdownJsonDictParser", "content_hint": "{\n  \"th\u006fught 😀\": \"x\", \"a\\nb\": 1, \"a\\nb\": 2}", "keys_to_content": "a\nb" }`,
      [
        String.raw`d thought 😀 as th\u006fught 😀`,
        String.raw`d a${'\n'}b as a\\nb`,
        String.raw`d a${'\n'}b as a\\nb`,
        `f a\nb as a\\nb`,
      ],
    ],
    [
      'a key that stands twice',
      `{ "type": "MarkdownJsonDictParser", "content_hint": {"a": 1, "b": 2, "a": 3} }`,
      ['d a', 'd a', 'd b'],
    ],
    [
      'a schema behind references',
      `{ "type": "MarkdownJsonDictParser", "content_schema": {"allOf": [{"$ref": "#/$defs/M"}, {"$ref": "#/$defs/M"}], "$defs": {"M": {"properties": {"a": {}}, "required": ["a"]}}} }`,
      ['d a', 'r a'],
    ],
    [
      'references to a schema’s properties',
      `{ "type": "MarkdownJsonDictParser", "content_schema": {"$ref": "#/$defs/M", "$defs": {"M": {"properties": {"a b": {}, "c": {"anyOf": [{"$ref": "#/$defs/M/properties/a%20b"}, {"$ref": "#\\u002f$defs/M/properties/a\\u0020b/items"}]}}}}} }`,
      ['d a b', 'r a b as a%20b', 'r a b as a\\u0020b', 'd c'],
    ],
    [
      'tags',
      `{ "type": "MultiTaggedContentParser", "tagged_contents": [{"name": "a", "tag_begin": "[a]", "content_hint": "a", "tag_end": "[/a]"}], "keys_allow_missing": ["a"], "samples": [{"text": "[a][/a]", "expect": {"memory": {"a": ""}}}] }`,
      ['d a', 'r a', 'e a'],
    ],
    [
      'a pattern',
      `{ "type": "RegexTaggedContentParser", "tagged_content_pattern": "\\u003c(?P<name>a|b)>(?P<content>.*)", "required_keys": ["b"], "keys_to_content": "a" }`,
      ['d a', 'd b', 'r b', 'f a'],
    ],
    ['no filters', `{ "type": "MarkdownJsonObjectParser", "content_hint": {"a": 1} }`, []],
    [
      'wrong values',
      `{ "type": "MarkdownJsonDictParser", "keys_to_content": 3, "required_keys": {"a": 1}, "samples": [3, {"expect": []}] }`,
      [],
    ],
  ] as const)
    test(name, () => assert.deepEqual(uses(text), expected));

  test('twenty thousand keys @slow', () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `k${i}`);
    const hint = JSON.stringify(Object.fromEntries(names.map(name => [name, 'x'])));
    for (const content_hint of [hint, JSON.parse(hint)]) {
      const text = JSON.stringify({ type: 'MarkdownJsonDictParser', content_hint, required_keys: names });
      assert.equal(definitionKeys(read(text))?.uses.length, 40_000);
    }
  });
});
