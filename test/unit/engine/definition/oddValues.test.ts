import assert from 'node:assert/strict';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';

const tag = { name: 'a', tag_begin: '[A]', content_hint: 'h', tag_end: '[/A]' };
const dict = { type: 'MarkdownJsonDictParser', content_hint: { a: 'x' } };
const regex = { type: 'RegexTaggedContentParser', format_instruction: 'x' };
const tags = { type: 'MultiTaggedContentParser', tagged_contents: [tag] };
const characters =
  'The class reads a string character by character, so each character becomes a required key. Write a list.';

// What the class takes, and its author hardly meant: what is underlined, and the words that say what comes of it.
suite('odd values', () => {
  for (const [definition, underlined, message] of [
    [{ ...dict, required_keys: null }, 'null', '`null` is the same as no required keys.'],
    [{ ...dict, required_keys: 'a' }, '"a"', characters],
    [{ ...regex, required_keys: null }, 'null', '`null` is the same as no required keys.'],
    [{ ...regex, required_keys: 'a' }, '"a"', characters],
    [{ ...regex, try_parse_json: 0 }, '0', 'The class takes it for false. Write `true` or `false`.'],
    [{ ...dict, content_hint: null }, 'null', '`null` is the same as no hint: the class uses its own.'],
    [{ ...dict, content_schema: null }, 'null', '`null` is the same as no schema: nothing is validated.'],
    [
      { type: 'MarkdownJsonObjectParser', content_hint: null },
      'null',
      '`null` is the same as no hint: the class uses its own.',
    ],
    [
      { type: 'MarkdownCodeBlockParser', language_name: 'py', content_hint: null },
      'null',
      '`null` is the same as no hint: the class uses its own.',
    ],
    [{ ...tags, keys_allow_missing: null }, 'null', '`null` is the same as no keys: every tag must be there.'],
    [
      { ...tags, keys_allow_missing: 'ab' },
      '"ab"',
      'In a string the class searches each name as a part of it. Write a list.',
    ],
    [
      { ...tags, tagged_contents: [{ ...tag, parse_json: 1 }] },
      '1',
      'The class takes it for true. Write `true` or `false`.',
    ],
  ] as const)
    test(`${definition.type}: ${message}`, () => {
      const text = JSON.stringify(definition);
      const found = readDefinitions(text, 'x.parser.json').problems.filter(({ code }) => code === 'odd-value');
      assert.deepEqual(
        found.map(({ span, message, severity }) => [text.slice(span.start, span.end), message, severity]),
        [[underlined, message, 'warning']],
      );
    });

  for (const definition of [
    { ...dict, required_keys: [] },
    { ...dict, required_keys: ['a'] },
    { ...regex, required_keys: [], try_parse_json: false },
    { ...tags, keys_allow_missing: ['a'] },
  ])
    test(`none in ${JSON.stringify(definition)}`, () =>
      assert.deepEqual(
        readDefinitions(JSON.stringify(definition), 'x.parser.json').problems.filter(
          ({ code }) => code === 'odd-value',
        ),
        [],
      ));
});
