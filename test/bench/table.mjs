// The table of an evaluation's verdicts: bytes for each row, and what a row costs to be added, to be appended from another thread's
// table, to be looked at, and to be counted: as CPU time, in shares of reading its record of 600 bytes as JSON in the same run. Least
// of several rounds.
import { createRequire } from 'node:module';
import { quick } from './quick.mjs';

const { VerdictTable, summarize } = createRequire(import.meta.url)(process.env.ENGINE ?? '../../dist/engine.js');
const count = quick(200_000, 2000);
const rounds = quick(5, 1);
const batch = 1000;
/** What is allowed. */
const limits = { bytes: 36, added: 1.2, appended: 0.4, looked: 0.6, counted: 0.4 };

const record = JSON.stringify({ id: 'r1', model: 'model-1', response: 'the parcel did not arrive. '.repeat(21) });
/** Rows as judging gives them; of a hundred four do not read, and two are suspicious. */
const row = i => ({
  place: { log: 0, line: i + 1, start: 620 * i, end: 620 * i + 619, hash: i + 1 },
  columns: { model: `model-${i % 4}` },
  suspicions: [],
  ...(i % 100 < 4
    ? { verdict: 'error', code: ['cut-off', 'single-quotes'][i % 2], detail: 'JsonParsingError' }
    : { kinds: 'thought\0str\0category\0str\0priority\0int', verdict: 'ok' }),
  ...(i % 100 >= 98 && { verdict: 'suspicious', code: 'placeholder', detail: 'category' }),
});

/** The CPU time of something, in nanoseconds for each row. */
function cpuOf(run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / count;
}

const rows = Array.from({ length: count }, (_, i) => row(i));
const best = {};
let bytes = 0;
for (let round = 0; round < rounds; round++) {
  const parts = [];
  const whole = new VerdictTable();
  let sum = 0;
  const work = {
    read: () => {
      for (let i = 0; i < count; i++) sum += JSON.parse(record).response.length;
    },
    added: () => {
      for (let from = 0; from < count; from += batch) {
        const part = new VerdictTable();
        for (let i = from; i < Math.min(from + batch, count); i++) part.add(rows[i]);
        parts.push(part.pack());
      }
    },
    appended: () => {
      for (const part of parts) whole.append(part);
    },
    looked: () => {
      for (let i = 0; i < count; i++) sum += whole.row(i).place.line;
    },
    counted: () => summarize(whole),
  };
  for (const [name, run] of Object.entries(work))
    best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, cpuOf(run));
  if (whole.size !== count || sum === 0) throw new Error('rows are missing');
  const packed = whole.pack();
  const arrays = [...Object.values(packed), ...packed.columns.map(({ values }) => values)].filter(ArrayBuffer.isView);
  bytes = arrays.reduce((all, { byteLength }) => all + byteLength, 0) / count;
}
print(`${bytes.toFixed(0)} bytes for each row`, bytes, limits.bytes);
for (const name of ['added', 'appended', 'looked', 'counted']) {
  const share = best[name] / best.read;
  print(`${name}: ${best[name].toFixed(0)} ns, ${share.toFixed(2)} times a record's JSON`, share, limits[name]);
}

function print(what, value, limit) {
  console.log(`${what}${value <= limit ? `  (limit ${limit})` : `  TOO MUCH: limit ${limit}`}`);
  if (!(value <= limit)) process.exitCode = 1;
}
