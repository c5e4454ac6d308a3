// Logs that one machine hardly holds: memory from 100,000 to a million rows, Parquet beside JSON Lines, two processes beside one,
// and a thousand parts merged. ROWS=200000 makes it smaller. What is allowed is said in seconds of CPU, which a busy machine tells
// as well: of its wall clock it says nothing.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { parquetWriteFile } from 'hyparquet-writer';
import { quick } from './quick.mjs';

const cli = join(dirname(createRequire(import.meta.url).resolve('../../dist/engine.js')), 'cli.js');
const most = Number(process.env.ROWS ?? quick(1_000_000, 3000));
const folder = await mkdtemp(join(tmpdir(), 'parserlens-bench-'));
const hint = { thought: 'why', category: 'billing, shipping or technical', priority: '1 to 5' };

function row(i) {
  const thought = `Row ${i}: ${'the customer writes that the parcel of last week did not arrive. '.repeat(7)}`;
  const value = { thought, category: ['billing', 'shipping', 'technical'][i % 3], priority: 1 + (i % 5) };
  const good = `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
  return { id: String(i), model: `model-${i % 4}`, response: i % 25 === 0 ? good.slice(0, 400) : good };
}

async function lines(name, count) {
  const file = createWriteStream(join(folder, name));
  for (let i = 0; i < count; i++)
    if (!file.write(`${JSON.stringify(row(i))}\n`)) await new Promise(resolve => file.once('drain', resolve));
  file.end();
  await finished(file);
}

/** Row groups of 20,000 rows in files of 100,000, as data sets have them. */
async function tables(name, count) {
  await mkdir(join(folder, name));
  for (let from = 0; from < count; from += 100_000) {
    const rows = Array.from({ length: Math.min(100_000, count - from) }, (_, i) => row(from + i));
    const columnData = Object.keys(rows[0]).map(name => ({ name, data: rows.map(each => each[name]), type: 'STRING' }));
    const filename = join(folder, name, `train-${String(from / 100_000).padStart(5, '0')}.parquet`);
    parquetWriteFile({ filename, columnData, rowGroupSize: 20_000 });
  }
}

/** The rows of a part as those of another one: blocks of 64 rows, of which every thousandth is its own. */
function ofPart(text, part) {
  const bytes = inflateRawSync(Buffer.from(text, 'base64'));
  const head = 4 + bytes.readUInt32LE(0);
  const { count } = JSON.parse(bytes.toString('utf8', 4, head));
  let last = 0;
  for (let i = 0; i < count; i++) {
    const start = (Math.floor(i / 64) * 64_000 + part * 64 + (i % 64)) * 700;
    bytes.writeDoubleLE(start - last, head + 8 * count + 8 * i);
    last = start;
  }
  return deflateRawSync(bytes, { level: 1 }).toString('base64');
}

/** Runs the command line: seconds, seconds of CPU, megabytes, and how many of them were in use at most. */
function run(...args) {
  const start = performance.now();
  const flags = ['--expose-gc', '-r', join(folder, 'measure.cjs')];
  const child = spawn(process.execPath, [...flags, cli, ...args], { cwd: folder });
  let err = '';
  child.stderr.on('data', text => {
    err += text;
  });
  child.stdout.resume();
  return new Promise((resolve, reject) =>
    child.on('close', code => {
      if (code !== 0) return reject(new Error(err));
      return resolve({ seconds: (performance.now() - start) / 1000, ...JSON.parse(/\{[^{}]*\}$/.exec(err)[0]) });
    }),
  );
}

const told = ({ seconds, cpu, rss, live }) =>
  `${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU, ${rss.toFixed(0)} MB${live ? `, ${live.toFixed(0)} MB in use` : ''}`;

try {
  await writeFile(
    join(folder, 'measure.cjs'),
    // A heap grows to its limit before anything is collected: what is in use is known only behind a collection.
    `let live = 0;
    setInterval(() => {
      gc();
      const { heapUsed, external } = process.memoryUsage();
      live = Math.max(live, (heapUsed + external) / 2 ** 20);
    }, 1000).unref();
    process.on('exit', () => { const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const used = { live, rss: maxRSS / 1024, cpu: (userCPUTime + systemCPUTime) / 1e6 };
    require('node:fs').writeSync(2, JSON.stringify(used)); });`,
  );
  await writeFile(
    join(folder, 'p.parser.json'),
    JSON.stringify({ type: 'MarkdownJsonDictParser', content_hint: hint, required_keys: Object.keys(hint) }),
  );
  const parser = ['--parser', 'p.parser.json'];

  await lines('part.jsonl', 1000);
  await run('evaluate', 'part.jsonl', ...parser, '--shard', '1/1000', '--out', 'one.evaluation.json');
  await run('evaluate', 'part.jsonl', ...parser, '--shard', '1/1', '--out', 'all.evaluation.json');
  const [one, all] = await Promise.all(
    ['one', 'all'].map(async name => JSON.parse(await readFile(join(folder, `${name}.evaluation.json`), 'utf8'))),
  );
  await mkdir(join(folder, 'parts'));
  for (let i = 1; i <= 1000; i++) {
    const part = { ...one.part, shards: [i], rows: ofPart(all.part.rows, i) };
    await writeFile(join(folder, 'parts', `${i}.evaluation.json`), JSON.stringify({ ...one, part }));
  }
  const merged = await run('merge', 'parts', '--out', 'merged.evaluation.json');
  console.log(`1,000 parts of 1,000 rows merged: ${told(merged)}`);
  if (merged.cpu > 2) console.log('  TOO SLOW: 2 s are allowed');

  const few = most / 10;
  await lines('few.jsonl', few);
  await lines('most.jsonl', most);
  const small = await run('evaluate', 'few.jsonl', ...parser);
  const large = await run('evaluate', 'most.jsonl', ...parser);
  console.log(`${few.toLocaleString('en')} rows: ${told(small)}\n${most.toLocaleString('en')} rows: ${told(large)}`);
  // What is kept of rows goes to the disk in pages. The rest of the memory is the threads' heaps.
  const [kept, allowed] = [large.live - small.live, 10 + ((most - few) * 10) / 2 ** 20];
  console.log(`${((kept * 2 ** 20) / (most - few)).toFixed(0)} bytes for each row more`);
  if (kept > allowed) console.log('  TOO MUCH: 10 bytes for each row are allowed');
  if (large.rss > 500) console.log('  TOO MUCH: 500 MB are allowed, however many rows there are');
  await tables('tables', most);
  const parquet = await run('evaluate', 'tables', ...parser);
  console.log(`the same as Parquet: ${told(parquet)}`);
  // What reads it, in a thread of its own, has to be loaded.
  if (parquet.cpu > 1.1 * large.cpu + 1) console.log('  TOO SLOW: as JSON Lines is allowed');
  // One process uses all cores already, by its threads: what two are worth is told by processes of one thread each. The one that
  // takes longer decides when both are done, on two cores that do nothing else.
  // Of several files each reads its own ones only. They run at once, so that what else the machine does is the same for all.
  const single = [...parser, '--threads', '0'];
  await mkdir(join(folder, 'two'));
  for (const name of ['a', 'b']) await lines(`two/${name}.jsonl`, most / 2);
  const [alone, ...halves] = await Promise.all([
    run('evaluate', 'two', ...single),
    ...[1, 2].map(i => run('evaluate', 'two', ...single, '--shard', `${i}/2`, '--out', `half-${i}.evaluation.json`)),
  ]);
  const times = alone.cpu / Math.max(...halves.map(({ cpu }) => cpu));
  console.log(`two processes of one thread are ${times.toFixed(2)} times as fast as one`);
  if (times < 1.8) console.log('  TOO SLOW: 1.8 is wanted');
} finally {
  await rm(folder, { recursive: true });
}
