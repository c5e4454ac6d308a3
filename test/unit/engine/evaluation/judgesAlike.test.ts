import assert from 'node:assert/strict';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import { DefinitionUses, judgeHeardBy, judgesAlike, type RowVerdict } from '../../../../src/engine/evaluation/index.ts';
import type { Definition } from '../../../../src/engine/parsers/definition.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';
import { nodeHost } from '../../../../src/node/nodeHost.ts';
import { answers } from '../diagnosis/faults/answers.ts';

const read = (config: unknown): Definition => {
  const [definition] = readDefinitions(JSON.stringify(config), 'a.parser.json').definitions;
  assert(definition);
  return definition;
};

const maxEdits = 3;

/** An answer, and what models make of it. */
const broken = (text: string) => [
  text,
  text.replaceAll('"', "'"),
  text.slice(0, text.length * 0.7),
  text.replace(/\n/, ''),
  text.replace(/[{<[]/, ''),
  text.replace(/:\s*"[^"]*"/, ': 5'),
  text.replace(/[a-z]{4,}/, word => word.toUpperCase()),
  `${text}\n${text}`,
  'I cannot help with that.',
];

async function judged(definition: Definition, texts: readonly string[], uses?: DefinitionUses): Promise<string> {
  const judge = judgeHeardBy(uses, definition, { on: ['coerced'] }, nodeHost);
  const rows = texts.map((response, i) => ({ place: { log: 0, line: i + 1 }, columns: {}, response }));
  // Messages of errors are not kept of rows.
  const kept = ({ error: _, ...verdict }: RowVerdict) => verdict;
  return JSON.stringify((await judge.all(rows)).map(kept), null, 1);
}

/** Every value that another text, number or flag in one place makes of this one. */
function* edited(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield `${value} call>`;
  if (typeof value === 'number') yield value + 1;
  if (typeof value === 'boolean') yield !value;
  if (Array.isArray(value))
    for (const [i, item] of value.entries()) for (const other of edited(item)) yield value.with(i, other);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) for (const other of edited(item)) yield { ...value, [key]: other };
}

suite('definitions that judge alike', () => {
  test('what judges alike has the same verdicts, whichever value was edited @slow', async () => {
    const alike: string[] = [];
    for (const { name, keys, text } of answers) {
      const config = { ...keys, description: 'some words', samples: [{ name: 'x', text, expect: { error: 'E' } }] };
      const before = read(config);
      const uses = new DefinitionUses();
      const texts = broken(text);
      const verdicts = await judged(before, texts, uses);
      assert.equal(await judged(before, texts), verdicts, name);
      const questions = uses.take();
      const all = [...edited(config)];
      // Every value of small definitions, some of large ones.
      for (const other of all.filter((_, i) => i % Math.ceil(all.length / maxEdits) === 0)) {
        const text = JSON.stringify(other);
        const { definitions } = readDefinitions(text, 'a.parser.json');
        const [now] = definitions;
        if (!now || !(await judgesAlike(before, now, questions, nodeHost))) continue;
        alike.push(name);
        assert.equal(await judged(now, texts), verdicts, `${name}: ${text}`);
      }
    }
    assert(alike.length > answers.length, `${alike.length} of ${answers.length}`);
    const types = new Set(answers.filter(({ name }) => alike.includes(name)).map(({ keys }) => keys.type));
    assert(types.size > parserTypes.length / 3, `${[...types]}`);
  }).timeout(120_000);

  const hint = { speak: 'what you say', vote: 'A, B or C' };
  const schema = {
    title: 'Vote',
    type: 'object',
    properties: { vote: { title: 'V', type: 'string', description: 'who' } },
  };
  const type = 'MarkdownJsonDictParser';
  const dict = { type, content_hint: hint, required_keys: ['speak'] };
  const answer = '```json\n{"speak": "I vote", "vote": "A"}\n```';
  const texts = [answer, '```json\n{"speak": "", "vote": "Q"}\n```'];
  const edits: readonly (readonly [string, object, object, boolean])[] = [
    ['a description of the author', dict, { ...dict, description: 'Votes' }, true],
    ['a sample', dict, { ...dict, samples: [{ text: 'new' }] }, true],
    ['the order of keys', dict, Object.fromEntries(Object.entries(dict).reverse()), true],
    [
      'a description in a schema',
      { type, content_schema: schema },
      {
        type,
        content_schema: { ...schema, properties: { vote: { ...schema.properties.vote, description: 'whom' } } },
      },
      true,
    ],
    ['a key that is required', dict, { ...dict, required_keys: ['speak', 'vote'] }, false],
    ['a choice of a hint', dict, { ...dict, content_hint: { ...hint, vote: 'A, B or D' } }, false],
    ['a filter', dict, { ...dict, keys_to_content: 'vote' }, false],
    [
      'a sample whose value has another kind',
      dict,
      { ...dict, samples: [{ text: answer, expect: { value: { vote: 5 } } }] },
      false,
    ],
  ];
  for (const [what, before, now, isAlike] of edits)
    test(`${what} ${isAlike ? 'changes no verdict' : 'may change verdicts'}`, async () => {
      const uses = new DefinitionUses();
      await judged(read(before), texts, uses);
      assert.equal((await judgesAlike(read(before), read(now), uses.take(), nodeHost)) !== undefined, isAlike);
    });

  test('rows that were diagnosed are told apart by the instruction that they may echo', async () => {
    const uses = new DefinitionUses();
    const before = read({ type, content_schema: { ...schema, description: 'A vote' } });
    const now = read({ type, content_schema: { ...schema, description: 'The vote of a day' } });
    await judged(before, [answer], uses);
    const questions = [...uses.take()];
    assert.deepEqual(await judgesAlike(before, now, questions, nodeHost), { echoes: [] });
    await judged(before, broken(answer), uses);
    questions.push(...uses.take());
    assert.equal((await judgesAlike(before, now, questions, nodeHost))?.echoes.length, 2);
  });
});
