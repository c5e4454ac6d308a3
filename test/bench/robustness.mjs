// Robustness: how long all mutations of a response of 1 KB take, with a parser of each kind of form.
import { createRequire } from 'node:module';

const { readDefinitions, robustnessOf, robustnessTotals } = createRequire(import.meta.url)('../../dist/engine.js');

const limit = 200;
const sentence = 'I don\'t trust \\"Player 2\\": look at the votes of the last two days.';
const members = Array.from({ length: 10 }, (_, i) => `  "key ${i}": ["${sentence}", ${i}, true]`);
const object = `{\n${members.join(',\n')}\n}`;
const tags = Array.from({ length: 10 }, (_, i) => `<key${i}>${sentence} ${sentence.slice(0, 20)}</key${i}>`).join('\n');
const call = JSON.stringify({
  content: 'Now I edit.',
  tool_calls: [{ function: { name: 'bash', arguments: JSON.stringify({ command: sentence.repeat(15) }) } }],
});
const xml = `I edit.\n<function=bash>\n<parameter=command>${sentence.repeat(15)}</parameter>\n</function>`;
const schema = { title: 'Answer', type: 'object', properties: {}, additionalProperties: true };
const cases = [
  ['MarkdownJsonDictParser', { content_hint: { 'key 0': 'what you think' } }, `Here:\n\`\`\`json\n${object}\n\`\`\`\n`],
  ['MarkdownJsonDictParser', { content_schema: schema }, `Here:\n\`\`\`json\n${object}\n\`\`\`\n`],
  ['RegexTaggedContentParser', {}, tags],
  [
    'MarkdownCodeBlockParser',
    { language_name: 'python' },
    `\`\`\`python\n${'print("a line of code")\n'.repeat(45)}\`\`\`\n`,
  ],
  ['function_calling', {}, call],
  ['xml_function_calling', {}, xml],
  [
    'AgentOutput',
    { allowed_kinds: ['spoke'], fallback_kind: 'spoke' },
    `{"kind": "spoke", "text": "${sentence.repeat(15)}"}`,
  ],
];

for (const [type, keys, response] of cases) {
  const { definitions } = readDefinitions(JSON.stringify({ type, ...keys }), 'bench.parser.json');
  const times = [];
  let totals;
  for (let i = 0; i < 20; i++) {
    const start = performance.now();
    const report = await robustnessOf(definitions[0], response, { seed: i });
    times.push(performance.now() - start);
    if (!report.ok) throw new Error(`${type}: ${report.reason}`);
    totals = robustnessTotals(report.outcomes);
  }
  const first = times[0];
  const median = times.sort((one, other) => one - other)[10];
  console.log(
    `${type.padEnd(26)} ${(response.length / 1024).toFixed(1)} KB, ${totals.tried} mutations: first ${first.toFixed(0).padStart(3)} ms, ` +
      `then ${median.toFixed(1).padStart(5)} ms (limit ${limit} ms)`,
  );
  if (median >= limit) process.exitCode = 1;
}
