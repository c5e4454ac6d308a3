import assert from 'node:assert/strict';
import { completeKeys } from '../../../../src/engine/authoring/index.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';

/** What is offered at `|`: the names, then the text that is replaced, and what else the editor has to know. */
function complete(marked: string): string {
  const offset = marked.indexOf('|');
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  const found = completeKeys(text, readDefinitions(text, 'x.parser.json').definitions, offset);
  if (!found) return 'nothing';
  const { names, of, span, isKey, hasValue, separator, booleans, value } = found;
  const marks = [
    ...(of === 'key' ? [] : [of]),
    ...(booleans ? ['booleans'] : []),
    ...(isKey ? [hasValue ? 'key' : `new ${value}`] : []),
    ...(separator ? ['comma'] : []),
  ];
  return `${names.map(({ name }) => name).join(' ')} <${text.slice(span.start, span.end)}>${marks.map(mark => ` ${mark}`).join('')}`;
}

suite('completion of keys', () => {
  const hint = '"content_hint": {"thought": "t", "speak": "s", "a\\"😀": "x"}';
  const dict = (rest: string) => `{"type": "MarkdownJsonDictParser", ${rest}}`;
  const tag = (name: string) => `{"name": "${name}", "tag_begin": "<a>", "content_hint": "x", "tag_end": "</a>"}`;
  for (const [name, text, expected] of [
    ['a filter', dict(`${hint}, "keys_to_content": |`), 'thought speak a"😀 <> booleans'],
    ['a filter, a bare word', dict(`${hint}, "keys_to_content": spe|`), 'thought speak a"😀 <spe> booleans'],
    ['a filter, in quotes', dict(`${hint}, "keys_to_content": "sp|eak"`), 'thought speak a"😀 <"speak">'],
    [
      'a filter, an open string',
      `{"type": "MarkdownJsonDictParser", ${hint},\n"keys_to_content": "sp|\n}`,
      'thought speak a"😀 <"sp>',
    ],
    [
      'a filter before another key',
      dict(`${hint}, "keys_to_content": | "keys_to_memory": []`),
      'thought speak a"😀 <> booleans comma',
    ],
    ['before a string', dict(`${hint}, "keys_to_content": |"speak"`), 'nothing'],
    ['before a string and a blank', dict(`${hint}, "keys_to_content": | "speak"`), 'nothing'],
    ['behind a string', dict(`${hint}, "keys_to_content": "speak"|`), 'nothing'],
    ['behind a list', dict(`${hint}, "keys_to_content": [] |`), 'nothing'],
    ['in a comment', dict(`${hint}, "keys_to_content": /* | */ []`), 'nothing'],
    ['in a line comment', dict(`${hint}, "keys_to_content": [ // |\n]`), 'nothing'],
    ['an empty list', dict(`${hint}, "keys_to_memory": [|]`), 'thought speak a"😀 <>'],
    ['behind an item', dict(`${hint}, "keys_to_memory": ["speak"|]`), 'nothing'],
    ['behind an item and a blank', dict(`${hint}, "keys_to_memory": ["speak" |]`), 'nothing'],
    ['a list’s next item', dict(`${hint}, "keys_to_memory": ["speak", /* x */ |]`), 'thought a"😀 <>'],
    ['a list’s first item', dict(`${hint}, "keys_to_memory": [| "speak"]`), 'thought a"😀 <> comma'],
    ['in an item', dict(`${hint}, "keys_to_memory": ["thought", "speak|"]`), 'speak a"😀 <"speak">'],
    ['escapes', dict(`${hint}, "required_keys": ["a\\"|😀"]`), 'thought speak a"😀 <"a\\"😀">'],
    ['required keys', dict(`${hint}, "required_keys": ["thought", "|"]`), 'speak a"😀 <"">'],
    [
      'a misspelt name elsewhere is not offered',
      dict(`${hint}, "keys_to_content": "speek", "required_keys": ["|"]`),
      'thought speak a"😀 <"">',
    ],
    ['an open value', dict('"required_keys": ["a"], "keys_to_memory": ["b"], "keys_to_content": "|"'), 'a b <"">'],
    ['the required name that is typed', dict('"content_hint": "x", "required_keys": ["a", "b|"]'), ' <"b">'],
    ['the name that is typed', dict('"content_hint": "x", "keys_to_memory": ["b|"]'), ' <"b">'],
    [
      'an expectation of all keys',
      dict(`${hint}, "samples": [{"text": "", "expect": {"value": {"thought": 1, |}}}]`),
      'speak a"😀 <> new value',
    ],
    [
      'an expectation of some keys',
      dict(`${hint}, "keys_to_memory": ["speak"], "samples": [{"text": "", "expect": {"memory": {"|"}}}]`),
      'speak <""> new value',
    ],
    [
      'an expectation before another',
      dict(`${hint}, "samples": [{"text": "", "expect": {"content": {| "thought": 1}}}]`),
      'speak a"😀 <> new value comma',
    ],
    [
      'the name of an expectation',
      dict(`${hint}, "samples": [{"text": "", "expect": {"content": {"th|": 1, "speak": 2}}}]`),
      'thought a"😀 <"th"> key',
    ],
    [
      'an expectation of one key',
      dict(`${hint}, "keys_to_content": "speak", "samples": [{"text": "", "expect": {"content": {|}}}]`),
      'nothing',
    ],
    [
      'an expectation’s value',
      dict(`${hint}, "samples": [{"text": "", "expect": {"content": {"thought": |}}}]`),
      'nothing',
    ],
    ['deeper', dict(`${hint}, "samples": [{"text": "", "expect": {"value": {"thought": {|}}}}]`), 'nothing'],
    [
      'a hint lacks a key',
      dict('"content_hint": {"a": 1, |}, "required_keys": ["a", "b"], "keys_to_memory": ["c"]'),
      'b c <> new text',
    ],
    ['a hint’s key', dict('"content_hint": {"|": 1}, "required_keys": ["a", "b"]'), 'a b <""> key'],
    ['a hint’s value', dict('"content_hint": {"a": "|"}, "required_keys": ["a", "b"]'), 'nothing'],
    ['a schema lacks a key', dict('"content_schema": {"properties": {|}}, "required_keys": ["a"]'), 'a <> new schema'],
    [
      'the schema of a schema’s key',
      dict('"content_schema": {"properties": {"a": |}}, "required_keys": ["a"]'),
      'nothing',
    ],
    ['an item of a list in a schema', dict('"content_schema": {"properties": {"a": {}}, "enum": ["|"]}'), 'nothing'],
    [
      'a schema’s required keys',
      dict('"content_schema": {"properties": {"a": {}, "b": {}}, "required": ["a", |]}'),
      'b <>',
    ],
    [
      'the required keys of a schema in a schema',
      dict(
        '"content_schema": {"properties": {"p": {"items": {"properties": {"a": {}, "b": {}, "__proto__": {}}, "required": ["a", |]}}}}',
      ),
      'b __proto__ <> property',
    ],
    [
      'the required keys of a schema that is referred to',
      dict('"content_schema": {"$ref": "#/$defs/M", "$defs": {"M": {"required": ["|"], "properties": {"a": {}}}}}'),
      'a <""> property',
    ],
    [
      'the required keys of a tool',
      '{"type": "ToolMessage", "tools": [{"request": "r", "schema": {"properties": {"a": {}, "b": {}}, "required": [b|, "a"]}}]}',
      'b <b> property',
    ],
    [
      'the required keys of an object in a tool, before another',
      '{"type": "XMLToolMessage", "tools": [{"request": "r", "schema": {"properties": {"o": {"properties": {"a": {}, "b": {}}, "required": [| "a"]}}}}]}',
      'b <> property comma',
    ],
    [
      'the required keys of a schema without properties',
      dict('"content_schema": {"properties": {"p": {"required": ["|"]}}}'),
      'nothing',
    ],
    [
      'a tool’s required keys that are not a list',
      '{"type": "ToolMessage", "tools": [{"schema": {"properties": {"a": {}}, "required": "|"}}]}',
      'nothing',
    ],
    [
      'a list `required` elsewhere',
      '{"type": "ToolMessage", "tools": [{"properties": {"a": {}}, "required": ["|"]}]}',
      'nothing',
    ],
    [
      'a schema of a type without one',
      '{"type": "thought_action", "content_schema": {"items": {"properties": {"a": {}}, "required": ["|"]}}}',
      'nothing',
    ],
    [
      'a fallback',
      '{"type": "AgentOutput", "allowed_kinds": ["a", "b", "a", 3], "fallback_kind": "a|"}',
      'a b <"a"> kind',
    ],
    [
      'a fallback, outside quotes',
      '{"type": "AgentOutput", "allowed_kinds": ["a"], "fallback_kind": | "mode": "tolerant"}',
      'a <> kind comma',
    ],
    [
      'a fallback of unknown kinds',
      '{"type": "AgentOutput", "allowed_kinds": "a", "fallback_kind": "|"}',
      ' <""> kind',
    ],
    [
      'behind a fallback that is a list',
      '{"type": "AgentOutput", "allowed_kinds": ["a"], "fallback_kind": [] |}',
      'nothing',
    ],
    [
      'a tag’s name',
      `{"type": "MultiTaggedContentParser", "tagged_contents": [${tag('a')}, {"name": "|"}], "keys_allow_missing": ["b"], "keys_to_content": "a"}`,
      'b <"">',
    ],
    [
      'tags that may be missing',
      `{"type": "MultiTaggedContentParser", "tagged_contents": [${tag('a')}, ${tag('b')}], "keys_allow_missing": ["b", |]}`,
      'a <>',
    ],
    [
      'a field',
      '{"type": "AgentOutput", "allowed_kinds": ["k"], "extra_fields": [|], "keys_to_memory": ["text", "mood"]}',
      'mood <>',
    ],
    ['SWE-agent', '{"type": "thought_action", "keys_to_content": "|"}', 'thought action <"">'],
    [
      'one of several definitions',
      `{"parsers": {"a": ${dict(hint)}, "b": {"type": "thought_action", "keys_to_content": "|"}}}`,
      'thought action <"">',
    ],
    ['other keys', dict(`${hint}, "description": "|"`), 'nothing'],
    ['no filters', '{"type": "MarkdownJsonObjectParser", "keys_to_content": "|"}', 'nothing'],
    ['outside', `${dict(hint)} |`, 'nothing'],
    ['a byte order mark', `\uFEFF${dict(`${hint}, "keys_to_content": "|"`)}`, 'thought speak a"😀 <"">'],
  ] as const)
    test(name, () => assert.equal(complete(text), expected));

  test('what the author says of a property', () => {
    const text =
      '{"type": "ToolMessage", "tools": [{"schema": {"properties": {"a": {"description": "A"}, "b": 1}, "required": [""]}}]}';
    const found = completeKeys(text, readDefinitions(text, 'x').definitions, text.indexOf('""') + 1);
    assert.deepEqual(found?.names, [{ name: 'a', documentation: 'A' }, { name: 'b' }]);
  });

  test('never throws', () => {
    const text = dict(
      `${hint}, "keys_to_memory": ["speak", "x"], "samples": [{"text": "", "expect": {"value": {"thought": 1}}}]`,
    );
    for (let end = 0; end <= text.length; end++)
      for (const rest of ['', '}', ']', '"']) {
        const broken = text.slice(0, end) + rest;
        completeKeys(broken, readDefinitions(broken, 'x').definitions, end);
      }
    const deep = '{"type": "MarkdownJsonDictParser", "content_hint": '.concat('['.repeat(100_000));
    assert.equal(completeKeys(deep, readDefinitions(deep, 'x').definitions, deep.length), undefined);
  });
});
