// Evaluation: rows per second on all cores, CPU time, memory, when the first rows are there, what twice the rows cost, and how soon
// a cancel is obeyed: seconds that a machine tells which does nothing else. ROWS=1000000 adds a log of as many rows.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { quick } from './quick.mjs';

const cli = join(dirname(createRequire(import.meta.url).resolve('../../dist/engine.js')), 'cli.js');
const folder = await mkdtemp(join(tmpdir(), 'parserlens-bench-'));
const definition = join(folder, 'bench.parser.json');
const hint = { thought: 'why', category: 'billing, shipping or technical', priority: '1 to 5' };

/** A row with an answer of about 600 bytes; four of a hundred do not read, two are suspicious. */
function row(i) {
  const thought = `Row ${i}: ${'the customer writes that the parcel of last week did not arrive. '.repeat(7)}`;
  const value = { thought, category: ['billing', 'shipping', 'technical'][i % 3], priority: 1 + (i % 5) };
  const good = `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
  const bad = [
    `\`\`\`json\n{'thought': '${thought}', 'category': 'billing', 'priority': 2}\n\`\`\``,
    good.slice(0, 400),
    good.replace(',"priority"', ',,"priority"'),
    thought,
    good.replace('"category":"', '"category":"none of '),
    `${good}\n${good.replace('Row', 'Line')}`,
  ];
  return { id: String(i), model: `model-${i % 4}`, response: bad[i % 100] ?? good };
}

async function log(rows) {
  const path = join(folder, `${rows}.jsonl`);
  const file = createWriteStream(path);
  for (let i = 0; i < rows; i++)
    if (!file.write(`${JSON.stringify(row(i))}\n`)) await new Promise(resolve => file.once('drain', resolve));
  file.end();
  await finished(file);
  return path;
}

/** Runs the command line: seconds, when it first told of rows, and what its process used. `stops`: it is interrupted when it told twice. */
async function run(path, stops = false) {
  // It tells of rows on a terminal only, which standard error is said to be.
  const measure = `process.stderr.isTTY = true; process.on('exit', () => { const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    require('node:fs').writeSync(2, JSON.stringify({ rss: maxRSS / 1024, cpu: (userCPUTime + systemCPUTime) / 1e6 })); });`;
  const preload = join(folder, 'measure.cjs');
  await writeFile(preload, measure);
  const { CI: _, ...env } = process.env;
  const start = performance.now();
  const child = spawn(process.execPath, ['-r', preload, cli, 'evaluate', path, '--parser', definition, '--json'], {
    env,
  });
  let [out, err] = ['', ''];
  let [first, stopped] = [0, 0];
  child.stdout.on('data', text => {
    out += text;
  });
  child.stderr.on('data', text => {
    err += text;
    first ||= performance.now();
    if (!stops || stopped > 0 || (err.match(/rows/g)?.length ?? 0) < 2) return;
    stopped = performance.now();
    child.kill('SIGINT');
  });
  await new Promise(resolve => child.on('close', resolve));
  const end = performance.now();
  const usage = JSON.parse(/\{[^{}]*\}$/.exec(err)?.[0] ?? '{}');
  return {
    seconds: (end - start) / 1000,
    first: first - start,
    stop: end - stopped,
    evaluation: JSON.parse(out),
    ...usage,
  };
}

try {
  await writeFile(
    definition,
    JSON.stringify({ type: 'MarkdownJsonDictParser', content_hint: hint, required_keys: Object.keys(hint) }),
  );
  const hundred = quick(100, 1);
  const [one, main, two] = [await log(1000 * hundred), await log(1200 * hundred), await log(2000 * hundred)];
  const { seconds, first, cpu, rss, evaluation } = await run(main);
  const { rows, ok, suspicious, error } = evaluation.totals;
  if (rows !== 1200 * hundred || ok !== 1128 * hundred || suspicious !== 24 * hundred || error !== 48 * hundred)
    throw new Error(`wrong numbers: ${JSON.stringify(evaluation.totals)}`);
  console.log(
    `120,000 answers of 600 bytes: ${seconds.toFixed(1)} s on ${availableParallelism()} cores, ${cpu.toFixed(1)} s of CPU, ${rss.toFixed(0)} MB`,
  );
  console.log(`the first rows after ${first.toFixed(0)} ms, the start of Node included`);
  if (first > 1000) console.log('  TOO LATE: a second is allowed');
  if (cpu > 30 || rss > 400) console.log('  TOO MUCH: 15 s on each of two cores and 400 MB are allowed');
  const [less, more] = [await run(one), await run(two)];
  console.log(`200,000 / 100,000 rows: ${(more.cpu / less.cpu).toFixed(2)} times the CPU`);
  if (more.cpu / less.cpu > 2.1) console.log('  TOO STEEP: at most 2.1');
  const { stop, evaluation: part } = await run(two, true);
  console.log(
    `cancelled after ${part.totals.rows} rows: ended ${stop.toFixed(0)} ms later${part.cancelled ? '' : ' (was done already)'}`,
  );
  if (stop > 200) console.log('  TOO LATE: 200 ms are allowed');
  if (process.env.ROWS) {
    const count = Number(process.env.ROWS);
    const many = await run(await log(count));
    console.log(
      `${count.toLocaleString('en')} rows: ${many.seconds.toFixed(1)} s, ${many.cpu.toFixed(1)} s of CPU, ${many.rss.toFixed(0)} MB`,
    );
    if (many.evaluation.totals.rows !== count) throw new Error('rows are missing');
  }
} finally {
  await rm(folder, { recursive: true });
}
