import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/engine/core/applyEdits.ts';
import { createParser, readDefinitions } from '../../../../src/engine/definition/index.ts';
import { schemaChanges } from '../../../../src/engine/evaluation/index.ts';

const schema = {
  title: 'Review',
  type: 'object',
  properties: {
    mood: { enum: ['good', 'bad'], title: 'Mood' },
    stars: { type: 'integer', maximum: 5 },
    who: { $ref: '#/$defs/Who' },
    tags: { type: 'array', items: { type: 'string', maxLength: 5 } },
  },
  required: ['mood', 'stars'],
  $defs: { Who: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
};

/** The changes for some answers, in words, and what the file is after each. */
async function changesOf(data: object, answers: readonly object[]) {
  const file = JSON.stringify(data, null, 2);
  const [definition] = readDefinitions(file, 'x.parser.json').definitions;
  const responses = answers.map(answer => `\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``);
  const { changes, refused } = await schemaChanges(file, definition!, responses);
  for (const { edits, mends } of changes) {
    const [changed] = readDefinitions(applyEdits(file, edits), 'x.parser.json').definitions;
    const parser = createParser(changed!);
    const before = createParser(definition!);
    let count = 0;
    for (const response of responses)
      if (!(await before.parse(response)).ok && (await parser.parse(response)).ok) count++;
    assert.equal(count, mends);
  }
  return {
    refused,
    told: changes.map(({ kind, path, added, mends }) => [kind, path, ...(added ?? []), mends].join(' ')),
  };
}

suite('what could change of a schema', () => {
  const review = { type: 'MarkdownJsonDictParser', content_schema: schema };
  const whole = { mood: 'good', stars: 4 };

  test('nothing where all is read', async () =>
    assert.deepEqual(await changesOf(review, [whole, { ...whole, tags: ['a'] }]), { refused: 0, told: [] }));

  const rows: readonly (readonly [answer: readonly object[], told: readonly string[]])[] = [
    [
      [{ mood: 'good' }, { stars: 1 }, { mood: 'bad' }],
      ['optional /stars 2', 'optional /mood 1'],
    ],
    [[{ ...whole, stars: null }], ['nullable /stars 1']],
    [[{ ...whole, tags: null }], ['nullable /tags 1']],
    [
      [
        { ...whole, stars: 'some' },
        { ...whole, stars: 'many' },
      ],
      ['union /stars string 2'],
    ],
    [
      [
        { ...whole, mood: 'so so' },
        { ...whole, mood: 'meh' },
        { ...whole, mood: 'meh' },
      ],
      ['enum-value /mood meh so so 3'],
    ],
    [[{ ...whole, mood: 'Good' }], ['enum-value /mood Good 1']],
    [[{ ...whole, stars: 9 }], ['limit /stars 1']],
    [[{ ...whole, tags: ['very long'] }], ['limit /tags/* 1']],
    [[{ ...whole, tags: ['a', 5] }], ['union /tags/* number 1']],
    [[{ ...whole, who: {} }], ['optional /who/name 1']],
    [[{ ...whole, who: { name: null } }], ['nullable /who/name 1']],
    // Each change alone: what breaks the schema in two ways no single one mends.
    [[{ mood: 'so so' }], []],
  ];
  for (const [answers, told] of rows)
    test(JSON.stringify(answers), async () => {
      const found = await changesOf(review, answers);
      assert.deepEqual(found.told, told);
      assert.equal(found.refused, answers.length);
    });

  test('required keys of a MarkdownJsonDictParser', async () => {
    const parser = { type: 'MarkdownJsonDictParser', required_keys: ['speak', 'vote'] };
    const [definition] = readDefinitions(JSON.stringify(parser), 'x.parser.json').definitions;
    const fenced = ['```json\n{"speak": "a"}\n```', '```json\n{"speak": "a", "vote": 1}\n```'];
    const { changes } = await schemaChanges(JSON.stringify(parser), definition!, fenced);
    assert.deepEqual(
      changes.map(({ kind, path, mends }) => [kind, path, mends]),
      [['optional', '/vote', 1]],
    );
    assert.deepEqual(JSON.parse(applyEdits(JSON.stringify(parser), changes[0]!.edits)).required_keys, ['speak']);
  });

  test('comments and all other text stay', async () => {
    const text = `{\n  // shown to the model\n  "type": "MarkdownJsonDictParser",\n  "content_schema": {\n    "title": "A", "type": "object",\n    "properties": { "a": { "type": "integer" } }, // one\n    "required": ["a"]\n  }\n}\n`;
    const [definition] = readDefinitions(text, 'x.parser.json').definitions;
    const { changes } = await schemaChanges(text, definition!, ['```json\n{}\n```']);
    const after = applyEdits(text, changes[0]!.edits);
    assert.ok(after.includes('// shown to the model') && after.includes('// one'));
    assert.match(after, /"required": \[\]/);
  });
});
