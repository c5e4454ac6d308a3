import assert from 'node:assert/strict';
import { fromPlain, isPyDict } from '../../../../../src/engine/core/pyValue.ts';
import type { ParserType } from '../../../../../src/engine/parsers/parserType.ts';
import { plainSource } from '../../../../plainSource.ts';
import { typeNamed } from '../../parsers/typeNamed.ts';
import { parserOf } from './parse.ts';

const markdownCodeBlockParser = typeNamed('MarkdownCodeBlockParser');
const markdownJsonDictParser = typeNamed('MarkdownJsonDictParser');
const markdownJsonObjectParser = typeNamed('MarkdownJsonObjectParser');
const multiTaggedContentParser = typeNamed('MultiTaggedContentParser');
const regexTaggedContentParser = typeNamed('RegexTaggedContentParser');

/** The arguments of each class’s constructor beside those of its filters, in their order. */
const types: readonly (readonly [type: ParserType, name: string, keys: readonly string[]])[] = [
  [markdownCodeBlockParser, 'MarkdownCodeBlockParser', ['language_name']],
  [markdownJsonDictParser, 'MarkdownJsonDictParser', ['content_hint', 'required_keys', 'content_schema']],
  [markdownJsonObjectParser, 'MarkdownJsonObjectParser', ['content_hint']],
  [multiTaggedContentParser, 'MultiTaggedContentParser', ['tagged_contents', 'keys_allow_missing']],
  [regexTaggedContentParser, 'RegexTaggedContentParser', ['tagged_content_pattern', 'try_parse_json', 'required_keys']],
];

suite('Every type of AgentScope', () => {
  for (const [type, name, keys] of types)
    test(`${name}: says whose class it is, takes its arguments, and has a template that it reads`, () => {
      assert.deepEqual([type.system, type.type], ['AgentScope', name]);
      for (const key of keys) assert.ok(key in type.keys, key);
      const template = JSON.parse(type.template.replace(/^\s*\/\/.*$/gm, '')) as { readonly type: string };
      assert.equal(template.type, name);
      assert.ok(parserOf(type, template).instruction().length > 0);
    });

  const results: readonly (readonly [what: string, type: ParserType, config: object, schema: object])[] = [
    [
      'tags: a text each, or anything where JSON is read; what the hint shows inside is not held to',
      multiTaggedContentParser,
      {
        tagged_contents: [
          { name: 'thought', tag_begin: '[T]', content_hint: 'what you think', tag_end: '[/T]' },
          { name: 'moves', tag_begin: '[M]', content_hint: { from: 'a place' }, tag_end: '[/M]', parse_json: true },
        ],
        keys_allow_missing: ['moves'],
      },
      {
        title: 'test',
        type: 'object',
        properties: {
          thought: { type: 'string', description: 'what you think' },
          moves: { description: "{'from': 'a place'}" },
        },
        required: ['thought'],
        additionalProperties: true,
      },
    ],
    ['a fenced dictionary without a hint: any object', markdownJsonDictParser, {}, { type: 'object' }],
  ];
  for (const [what, type, config, schema] of results)
    test(`what is read from ${what}`, () => {
      const given = fromPlain(config);
      assert(isPyDict(given));
      assert.deepEqual(type.schemas?.result?.(plainSource(given)), { schemas: [fromPlain(schema)] });
    });
});
