// Judging, as a multiple of parsing an answer that reads: answers of about 600 bytes, by the library, as CPU time: those that have
// nothing wrong, and those that do not read, of which an evaluation tells the cause. Least of many rounds, taken in turns.
import { createRequire } from 'node:module';
import { quick } from './quick.mjs';

const { createJudge, createParser, readDefinitions } = createRequire(import.meta.url)(
  process.env.ENGINE ?? '../../dist/engine.js',
);
const atOnce = 64;

const hint = { thought: 'why', category: 'billing, shipping or technical', priority: '1 to 5' };
const fenced = { type: 'MarkdownJsonDictParser', content_hint: hint, required_keys: Object.keys(hint) };
const tagged = {
  type: 'MultiTaggedContentParser',
  tagged_contents: [
    { name: 'thought', tag_begin: '[THOUGHT]', content_hint: 'why', tag_end: '[/THOUGHT]' },
    { name: 'vote', tag_begin: '[VOTE]', content_hint: hint, tag_end: '[/VOTE]', parse_json: true },
  ],
};
const thought = i => `Row ${i}: ${'the customer writes that the parcel of last week did not arrive. '.repeat(7)}`;
const json = i =>
  JSON.stringify({ thought: thought(i), category: ['billing', 'shipping', 'technical'][i % 3], priority: 1 + (i % 5) });
const inFence = text => `\`\`\`json\n${text}\n\`\`\``;
const inTags = text => `[THOUGHT]I look.[/THOUGHT]\n[VOTE]${text}[/VOTE]`;

/** Faults of a format, by the cause that is told. */
const faults = {
  fenced: {
    'single-quotes': i => inFence(json(i).replaceAll('"', "'")),
    'cut-off': i => inFence(json(i)).slice(0, 400),
    'extra-comma': i => inFence(json(i).replace(',"priority"', ',,"priority"')),
    'trailing-comma': i => inFence(json(i).replace('}', ',}')),
    'unescaped-quote': i => inFence(json(i).replace('parcel', '"parcel"')),
    'no-answer': thought,
    'no-fence': i => `Sure, here you are: ${json(i)}\nLet me know!`,
    'key-spelling': i => inFence(json(i).replace('"category"', '"kategory"')),
    'missing-key': i => inFence(json(i).replace(/,"category":"\w+"/, '')),
  },
  tagged: {
    'cut-off': i => inTags(json(i)).slice(0, -4),
    'tag-case': i => inTags(json(i)).replace('[VOTE]', '[Vote]'),
    'single-quotes': i => inTags(json(i).replaceAll('"', "'")),
  },
};

/** The CPU time of one round, in microseconds for each answer. */
async function cpuOf(run, count) {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

/** What an answer of a kind takes to be parsed and to be judged at least. `code`: the cause that each has; absent: it is good. */
async function measured(keys, make, { code, count, rounds }) {
  const [definition] = readDefinitions(JSON.stringify(keys), 'bench.parser.json').definitions;
  const parser = createParser(definition);
  const judge = createJudge(definition);
  const best = { parsed: Number.POSITIVE_INFINITY, judged: Number.POSITIVE_INFINITY };
  let made = 0;
  for (let round = 0; round < rounds; round++) {
    // No answer comes twice: the diagnoses of the last ones are kept.
    const rows = Array.from({ length: count }, () => ({
      place: { log: 0, line: 1, start: 0, end: 1 },
      columns: {},
      response: make(made++),
    }));
    const work = {
      parsed: async () => {
        for (const { response } of rows) await parser.parse(response);
      },
      judged: async () => {
        for (let i = 0; i < rows.length; i += atOnce)
          for (const verdict of await judge.all(rows.slice(i, i + atOnce)))
            if (verdict.code !== code) throw new Error(`wrong verdict: ${verdict.verdict} ${verdict.code}`);
      },
    };
    for (const [name, run] of Object.entries(work)) best[name] = Math.min(best[name], await cpuOf(run, count));
  }
  return best;
}

function print(what, { parsed, judged }, limit) {
  const ratio = judged / parsed;
  const verdict = ratio < limit ? `(limit ${limit})` : `TOO MUCH: limit ${limit}`;
  if (!(ratio < limit)) process.exitCode = 1;
  const each = `parsed in ${parsed.toFixed(1)} µs, judged in ${judged.toFixed(1)} µs`;
  console.log(`${what}: ${each}: ${ratio.toFixed(1)} times  ${verdict}`);
}

const good = await measured(fenced, i => inFence(json(i)), { count: quick(10_000, 100), rounds: quick(15, 1) });
print('nothing wrong', good, 4);
const all = { parsed: 0, judged: 0 };
for (const [format, keys] of Object.entries({ fenced, tagged }))
  for (const [code, make] of Object.entries(faults[format])) {
    const { judged } = await measured(keys, make, { code, count: quick(1000, 64), rounds: quick(15, 1) });
    all.parsed += good.parsed;
    all.judged += judged;
  }
print(`${Object.values(faults).flatMap(Object.keys).length} faults`, all, 60);
