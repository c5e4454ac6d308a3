import assert from 'node:assert/strict';
import { readDefinitions } from '../../../src/engine/index.ts';
import { destinations } from '../../../src/views/destinations.ts';

/** Each row in short: the key, `~` before one that no place of the file names, `!` when required, and the letters of its destinations. */
function rows(definition: object): string[] | undefined {
  const text = JSON.stringify(definition);
  const { definitions } = readDefinitions(text, 'x.parser.json');
  return destinations(definitions[0]!)?.map(row => {
    if (row.origin) assert.equal(text.slice(row.origin.start, row.origin.end), JSON.stringify(row.key));
    const letters = `${row.content ? 'c' : ''}${row.memory ? 'm' : ''}${row.metadata ? 'd' : ''}`;
    return `${row.key !== undefined && !row.origin ? '~' : ''}${row.key ?? '*'}${row.required ? '!' : ''} ${letters}`;
  });
}

suite('where each key goes', () => {
  const hint = { thought: 't', speak: 's', vote: 'v' };
  for (const [name, definition, expected] of [
    ['by default', { type: 'MarkdownJsonDictParser', content_hint: hint }, ['thought cm', 'speak cm', 'vote cm']],
    [
      'one key, a list, all',
      {
        type: 'MarkdownJsonDictParser',
        content_hint: hint,
        keys_to_content: 'speak',
        keys_to_memory: ['thought', 'speak'],
        keys_to_metadata: true,
      },
      ['thought md', 'speak cmd', 'vote d'],
    ],
    [
      'required, and a key that no hint names',
      {
        type: 'MarkdownJsonDictParser',
        content_hint: { a: '' },
        required_keys: ['a', 'b'],
        keys_to_memory: false,
        keys_to_content: ['c'],
      },
      ['a! ', 'b! ', 'c c'],
    ],
    ['nothing is known of the keys', { type: 'MarkdownJsonDictParser' }, ['* cm']],
    ['only filters know keys', { type: 'MarkdownJsonDictParser', keys_to_content: 'speak' }, ['speak cm', '* m']],
    [
      'tags',
      {
        type: 'MultiTaggedContentParser',
        tagged_contents: [{ name: 'a', tag_begin: '[A]', content_hint: '', tag_end: '[/A]' }],
        keys_to_content: false,
      },
      ['a! m'],
    ],
    [
      'a tag that may be missing',
      {
        type: 'MultiTaggedContentParser',
        tagged_contents: [{ name: 'a', tag_begin: '[A]', content_hint: '', tag_end: '[/A]' }],
        keys_allow_missing: ['a', 'b'],
      },
      ['a cm', 'b cm'],
    ],
    [
      'a schema',
      {
        type: 'MarkdownJsonDictParser',
        content_schema: { title: 'S', type: 'object', properties: { a: { type: 'string', title: 'A' } } },
        keys_to_metadata: 'a',
      },
      ['a cmd'],
    ],
    ['no filters', { type: 'MarkdownCodeBlockParser', language_name: 'python' }, undefined],
  ] as const) {
    test(name, () => assert.deepEqual(rows(definition), expected));
  }
});
