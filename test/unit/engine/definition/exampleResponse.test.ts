import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createParser, exampleResponse, readDefinitions } from '../../../../src/engine/definition/index.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';
import { nodeHost } from '../../../../src/node/nodeHost.ts';

suite('example responses', () => {
  /** What a definition's example gives, or why it gives nothing. */
  const readExample = async (text: string) => {
    const [definition] = readDefinitions(text, 'one.parser.json').definitions;
    const response = definition && exampleResponse(definition);
    if (response === undefined) return undefined;
    const result = await createParser(definition!, nodeHost).parse(response);
    assert.ok(result.ok, `${response}\n${JSON.stringify(result)}`);
    return result.value;
  };

  for (const { type, template } of parserTypes.filter(({ type }) => type !== 'custom'))
    test(`the template of ${type} reads its own`, async () => {
      assert.notEqual(await readExample(template), undefined);
    });

  test('every definition of the examples that has one reads it', async () => {
    for (const file of readdirSync('examples').filter(name => name.endsWith('.parser.json')))
      for (const definition of readDefinitions(readFileSync(`examples/${file}`, 'utf8'), file).definitions) {
        const response = exampleResponse(definition);
        if (definition.type === 'custom') assert.equal(response, undefined);
        else {
          assert.ok(response, `${file} ${definition.name}`);
          const result = await createParser(definition, nodeHost).parse(response);
          assert.ok(result.ok, `${file} ${definition.name}: ${response}\n${JSON.stringify(result)}`);
        }
      }
  });

  const dict = '"type": "MarkdownJsonDictParser"';
  const schema = {
    $defs: { Mood: { enum: ['calm', 'angry'] }, Node: { properties: { next: { $ref: '#/$defs/Node' } } } },
    properties: {
      at: { type: 'string', format: 'date-time' },
      mood: { $ref: '#/$defs/Mood' },
      ages: { type: 'array', items: { type: 'integer', minimum: 3 }, minItems: 2 },
      name: { anyOf: [{ type: 'null' }, { type: 'string', minLength: 12 }], title: 'Name' },
      unasked: { type: 'string' },
    },
    required: ['at', 'mood', 'ages', 'name'],
  };
  for (const [what, text, expected] of [
    [
      'a hint’s keys and its yes or no',
      `{ ${dict}, "content_hint": { "say": "what you say", "done": "True or false" } }`,
      { say: 'what you say', done: true },
    ],
    ['required keys that no hint names', `{ ${dict}, "required_keys": ["a", "b"] }`, { a: 'the a', b: 'the b' }],
    ['text as a hint', `{ ${dict}, "content_hint": "whatever you like" }`, { answer: 'yes' }],
    [
      'a schema',
      `{ ${dict}, "content_schema": ${JSON.stringify(schema)} }`,
      { at: '2026-01-31T12:00:00Z', mood: 'calm', ages: [3, 3], name: 'text........' },
    ],
    [
      'tags, one of them JSON',
      `{ "type": "MultiTaggedContentParser", "tagged_contents": [
        { "name": "a", "tag_begin": "<a>", "content_hint": "words", "tag_end": "</a>" },
        { "name": "b", "tag_begin": "<b>", "content_hint": { "c": 1 }, "tag_end": "</b>", "parse_json": true }] }`,
      { a: 'words', b: { c: 1 } },
    ],
    [
      'a pattern of one’s own',
      '{ "type": "RegexTaggedContentParser", "tagged_content_pattern": "(?P<name>a)(?P<content>b)" }',
      undefined,
    ],
    ['a type that does not exist', '{ "type": "Nothing" }', undefined],
    [
      'a definition with a key that is not valid',
      '{ "type": "MarkdownJsonDictParser", "content_hint": { "a": "x" }, "required_keys": 3 }',
      undefined,
    ],
  ] as const)
    test(`from ${what}`, async () => assert.deepEqual(await readExample(text), expected));

  test('a schema that names itself ends', async () => {
    const text = JSON.stringify({
      type: 'MarkdownJsonDictParser',
      content_schema: { ...schema, properties: { node: { $ref: '#/$defs/Node' } }, required: ['node'] },
    });
    const [definition] = readDefinitions(text, 'one.parser.json').definitions;
    assert.match(exampleResponse(definition!) ?? '', /"next"/);
  });
});
