// Judging, as a multiple of parsing: answers of about 600 bytes that have nothing wrong, by the library, as CPU time. Least of many
// rounds, taken in turns.
import { createRequire } from 'node:module';
import { quick } from './quick.mjs';

const { createJudge, createParser, readDefinitions } = createRequire(import.meta.url)('../../dist/engine.js');
const count = quick(10_000, 100);
const rounds = quick(15, 1);
const limit = 4;
const atOnce = 64;

const hint = { thought: 'why', category: 'billing, shipping or technical', priority: '1 to 5' };
const [definition] = readDefinitions(
  JSON.stringify({ type: 'MarkdownJsonDictParser', content_hint: hint, required_keys: Object.keys(hint) }),
  'bench.parser.json',
).definitions;
const rows = Array.from({ length: count }, (_, i) => {
  const thought = `Row ${i}: ${'the customer writes that the parcel of last week did not arrive. '.repeat(7)}`;
  const value = { thought, category: ['billing', 'shipping', 'technical'][i % 3], priority: 1 + (i % 5) };
  return {
    place: { log: 0, line: i, start: 0, end: 1 },
    columns: {},
    response: `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``,
  };
});

const parser = createParser(definition);
const judge = createJudge(definition);
const work = {
  parsed: async () => {
    for (const { response } of rows) await parser.parse(response);
  },
  judged: async () => {
    for (let i = 0; i < rows.length; i += atOnce)
      for (const { verdict } of await judge.all(rows.slice(i, i + atOnce)))
        if (verdict !== 'ok') throw new Error(`wrong verdict: ${verdict}`);
  },
};

/** The CPU time of one round, in microseconds for each answer. */
async function cpuOf(run) {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

const best = { parsed: Number.POSITIVE_INFINITY, judged: Number.POSITIVE_INFINITY };
for (let round = 0; round < rounds; round++)
  for (const [name, run] of Object.entries(work)) best[name] = Math.min(best[name], await cpuOf(run));
const ratio = best.judged / best.parsed;
const verdict = ratio < limit ? `(limit ${limit})` : `TOO MUCH: limit ${limit}`;
if (!(ratio < limit)) process.exitCode = 1;
console.log(
  `parsed in ${best.parsed.toFixed(1)} µs, judged in ${best.judged.toFixed(1)} µs: ${ratio.toFixed(1)} times  ${verdict}`,
);
