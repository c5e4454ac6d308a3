import { type EvaluatedRow, evaluate, readDefinitions } from '../../src/engine/index.ts';
import { nodeHost } from '../../src/node/nodeHost.ts';
import type { AssistTask, Files } from './assistTask.ts';

const [file, log] = ['vote.parser.json', 'answers.jsonl'];
const fence = (json: string) => `\`\`\`json\n${json}\n\`\`\``;
const definition = JSON.stringify({
  type: 'MarkdownJsonDictParser',
  content_hint: { vote: 'a name' },
  required_keys: ['vote'],
});
const rows: readonly { response: string; model: string }[] = Array.from({ length: 60 }, (_, i) => ({
  model: i % 3 === 0 ? 'small' : 'large',
  response:
    i % 3 === 0
      ? fence(`{"vote": "Ann${i}" "tone": "x"}`)
      : i % 10 === 1
        ? fence('{"tone": "x"}')
        : fence(`{"vote": "B${i}"}`),
}));
const files: Files = {
  [file]: definition,
  [log]: rows.map(row => `${JSON.stringify(row)}\n`).join(''),
};

/** The truth, by the engine itself. */
async function summary() {
  const [one] = readDefinitions(definition, `/${file}`).definitions;
  const evaluation = evaluate(one!, rows as readonly EvaluatedRow[], { groupBy: ['model'] }, nodeHost);
  for await (const _ of evaluation);
  return evaluation.summary();
}

/** A question whose answer is a value in `answer.json`. */
const question = (
  name: string,
  asked: string,
  args: Readonly<Record<string, unknown>>,
  // biome-ignore lint/suspicious/noExplicitAny: reports of the server and of the engine
  read: (report: any) => unknown,
  wrong: unknown,
): AssistTask => ({
  name,
  asked,
  files,
  async solve(call) {
    const { answer } = await call('evaluate_log', { log, definition: file, ...args });
    return { 'answer.json': JSON.stringify(read(answer)) };
  },
  wrong: { 'answer.json': JSON.stringify(wrong) },
  async check(written) {
    const truth = JSON.stringify(read(await summary()));
    return written['answer.json'] === truth ? undefined : `${written['answer.json']}, not ${truth}`;
  },
});

/** Logs that are to be understood. */
export const logTasks: readonly AssistTask[] = [
  question('the rate of a log', 'What share of the answers is read?', {}, ({ rate }) => rate, 0.9),
  question(
    'the cause that comes most often',
    'Why do most of the answers fail?',
    {},
    ({ causes }) => causes[0].code,
    'cut-off',
  ),
  question(
    'the model that fails',
    'Which model has the lower rate?',
    { group_by: 'model' },
    ({ groups }) => [...groups.model].sort((a, b) => a.rate - b.rate)[0].value,
    'large',
  ),
  {
    name: 'a failing row becomes a sample',
    asked: 'Add an example of the most frequent cause as a sample that expects its error.',
    files,
    async solve(call) {
      const { answer } = await call('evaluate_log', { log, definition: file });
      const { line } = answer.causes[0].example;
      const { answer: row } = await call('parse_response', { definition: file, log, line });
      const sample = { name: `line ${line}`, text: row.response, expect: { error: row.error.class } };
      return { [file]: JSON.stringify({ ...JSON.parse(definition), samples: [sample] }) };
    },
    wrong: {
      [file]: JSON.stringify({
        ...JSON.parse(definition),
        samples: [{ name: 's', text: fence('{"vote": 1}'), expect: {} }],
      }),
    },
    async check(written) {
      const [one] = readDefinitions(written[file] ?? '', `/${file}`).definitions;
      const [sample] = one?.samples ?? [];
      if (!sample) return 'no sample';
      return sample.text?.includes('" "tone"') && /"error":"\w+Error"/.test(written[file]!)
        ? undefined
        : 'another cause';
    },
  },
];
