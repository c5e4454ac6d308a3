import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDefinitions } from '../../../src/engine/index.ts';
import { evaluationRunner } from '../../../src/extension/runtime/node/evaluationRunner.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { findService } from '../../../src/service/findService.ts';
import { type ParserHistory, parserChoices } from '../../../src/views/parserChoices.ts';

const folder = 'examples';
const files = readdirSync(folder)
  .filter(name => name.endsWith('.parser.json'))
  .map(name => ({ fileName: name, text: readFileSync(join(folder, name), 'utf8') }));
const known = files.flatMap(({ fileName, text }) =>
  readDefinitions(text, fileName).definitions.map(({ name }) => ({ file: fileName, name })),
);
const named = (wanted: string) => {
  const found = known.find(({ name }) => name === wanted);
  assert(found, wanted);
  return found;
};
const fenced = (text: string) => `\`\`\`json\n${text}\n\`\`\``;

/** What the definitions make of an answer, whatever was used before. */
async function fitsOf(answer: string) {
  const service = findService(nodeHost, evaluationRunner(nodeHost));
  const { rows } = await service.findParsers([{ text: answer }], files, { isTrusted: true });
  return rows.flatMap(row => (row.file === undefined ? [] : { ...row, file: files[row.file]!.fileName }));
}
const found = new Map<string, ReturnType<typeof fitsOf>>();

/** The first three rows of the list, each with its group. */
async function firstThree(answer: string, history: ParserHistory): Promise<readonly string[]> {
  const fits = found.get(answer) ?? fitsOf(answer);
  found.set(answer, fits);
  return parserChoices(known, await fits, history)
    .slice(0, 3)
    .map(({ group, parser }) => `${group}: ${parser.name}`);
}

suite('the first three rows of the parser list, among the example definitions', () => {
  const comma = fenced('{"thought": "They all look innocent.", "vote": "Player 4",}');
  const table: readonly (readonly [what: string, answer: string, rows: readonly string[], history?: ParserHistory])[] =
    [
      ['a comma too many', comma, ['afterEdit: wolf vote', 'anyAfterEdit: joke', 'asText: thought and action']],
      [
        'a comma too many, another one used for the file',
        comma,
        ['afterEdit: wolf vote', 'used: coder', 'anyAfterEdit: joke'],
        { used: named('coder') },
      ],
      [
        'a comma too many, another one previewed',
        comma,
        ['afterEdit: wolf vote', 'previewed: wolf discussion', 'anyAfterEdit: joke'],
        { previewed: named('wolf discussion') },
      ],
      [
        'no fence',
        '{"thought": "They all look innocent.", "vote": "Player 4"}',
        ['reads: wolf vote', 'takesAnything: joke', 'takesAnything: numbers'],
      ],
      [
        'single quotes',
        fenced("{'thought': 'Hm, hm.', 'vote': 'Player 4'}"),
        ['hasNames: wolf vote', 'asText: thought and action', 'asText: edit'],
      ],
      [
        'cut off',
        '```json\n{"thought": "They all look, well, innocent.", "vote": "Player',
        ['hasNames: wolf vote', 'takesAnything: joke', 'asText: colours in Python'],
      ],
      [
        'labels instead of JSON',
        'thought: I think so, yes\nvote: Player 3',
        ['hasNames: wolf vote', 'asText: colours in Python', 'asText: colours in JavaScript'],
      ],
      [
        'a good answer',
        fenced('{"thought": "Hm.", "speak": "Player 3, I say", "finish_discussion": true}'),
        ['reads: wolf discussion', 'hasNames: witch resurrect', 'hasNames: witch poison'],
      ],
      [
        'a key that is missing',
        fenced('{"thought": "Hm.", "finish_discussion": true}'),
        ['hasNames: wolf discussion', 'takesAnything: joke', 'takesAnything: numbers'],
      ],
      [
        'a tag that never closes',
        '[THOUGHT]Who could it be?[/THOUGHT]\n[SPEAK]I have no idea.\n[SUSPECTS][][/SUSPECTS]',
        ['afterEdit: day discussion', 'hasNames: wolf discussion', 'hasNames: witch resurrect'],
      ],
      [
        'tags of another shape',
        '<thought>Who?</thought>\n<speak>Me, you.</speak>\n<suspects>[]</suspects>',
        ['hasNames: day discussion', 'hasNames: wolf discussion', 'hasNames: witch resurrect'],
      ],
      [
        'a refusal',
        "I'm sorry, but as an AI, I cannot help with that.",
        ['takesAnything: colours in Python', 'takesAnything: colours in JavaScript', 'others: scored-title'],
      ],
      [
        'a refusal, one used for the file and one previewed',
        "I'm sorry, but as an AI, I cannot help with that.",
        ['used: wolf vote', 'previewed: coder', 'takesAnything: colours in Python'],
        { used: named('wolf vote'), previewed: named('coder') },
      ],
      [
        'words between commas',
        'red, green, blue',
        ['takesAnything: colours in Python', 'takesAnything: colours in JavaScript', 'others: scored-title'],
      ],
      [
        'a list of numbers',
        fenced('[1, 2, 3]'),
        ['takesAnything: joke', 'takesAnything: numbers', 'takesAnything: thought and action'],
      ],
      [
        'a list of numbers, one used in the workspace',
        fenced('[1, 2, 3]'),
        ['recent: numbers', 'takesAnything: joke', 'takesAnything: thought and action'],
        { recent: [named('numbers')] },
      ],
      [
        'Python in a fence',
        'Here:\n```python\nd = {"a": 1, "b": 2}\nprint(d)\n```',
        ['reads: coder', 'asText: thought and action', 'asText: edit'],
      ],
      [
        'a bash fence',
        'Let me look.\n```bash\nls -la\n```',
        ['reads: bash blocks', 'reads: one bash block', 'takesAnything: thought and action'],
      ],
      [
        'a bare fence',
        'Let me look, first.\n```\nls -la\n```',
        ['takesAnything: thought and action', 'takesAnything: edit', 'takesAnything: colours in Python'],
      ],
      [
        'a fence of its own language',
        'THOUGHT: look\n```mswea_bash_command\nls\n```',
        ['reads: one command in a fence', 'anyAfterEdit: coder', 'asText: thought and action'],
      ],
      [
        'labels',
        'Thought: rain, so\nFunction: walk',
        ['hasNames: react', 'asText: colours in Python', 'asText: colours in JavaScript'],
      ],
      [
        'kind and text',
        '{"kind": "agent.spoke", "text": "hi, all"}',
        ['reads: player', 'takesAnything: joke', 'takesAnything: numbers'],
      ],
    ];
  for (const [what, answer, rows, history = {}] of table)
    test(what, async () => assert.deepEqual(await firstThree(answer, history), rows));
});
