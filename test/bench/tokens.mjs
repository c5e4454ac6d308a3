// Token counting: load time, speed on text against js-tiktoken, and growth on runs that freeze a quadratic counter.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Tiktoken } from 'js-tiktoken/lite';
import o200kRanks from 'js-tiktoken/ranks/o200k_base';
import { tsImport } from 'tsx/esm/api';
import { quick } from './quick.mjs';

const { createTokenCounter } = await tsImport('../../src/engine/tokens/createTokenCounter.ts', import.meta.url);
const { tokenTable } = createRequire(import.meta.url)('../../build/tokenTables.js');

const table = tokenTable('o200k_base');
const counter = createTokenCounter('o200k_base', { loadTable: async () => table });

function milliseconds(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** The shortest of several runs: the least disturbed one. */
const best = (work, runs) => Math.min(...Array.from({ length: runs }, () => milliseconds(work)));

const loadStart = performance.now();
await counter.countText('');
console.log(`load o200k_base: ${(performance.now() - loadStart).toFixed(0)} ms (table in memory)`);

const corpora = {
  code: readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8').slice(0, 60_000),
  prose: 'The model must answer with a fenced block; otherwise its response is parsed as plain text. '.repeat(
    quick(600, 20),
  ),
  chinese: '模型必须用代码块回答，否则其回复将被解析为纯文本。请再试一次！'.repeat(quick(600, 20)),
};
const peer = new Tiktoken(o200kRanks);
for (const [name, text] of Object.entries(corpora)) {
  const megabytes = Buffer.byteLength(text) / 1e6;
  const expected = peer.encode(text, [], []).length;
  if (counter.countText(text) !== expected) throw new Error(`${name}: counts differ`);
  const ours = best(() => counter.countText(text), 10);
  const theirs = best(() => peer.encode(text, [], []), 2);
  const rate = time => ((megabytes / time) * 1000).toFixed(1);
  console.log(`${name}: ${rate(ours)} MB/s, js-tiktoken ${rate(theirs)} MB/s, ratio ${(theirs / ours).toFixed(1)}`);
}

const runs = {
  a: 'a',
  spaces: ' ',
  'line breaks': '\n',
  tabs: '\t',
  '=': '=',
  emoji: '😀',
  Chinese: '你',
  mixed: ' \n\t',
};
for (const [name, unit] of Object.entries(runs)) {
  const text = unit.repeat(200_000 / unit.length);
  const once = best(() => counter.countText(text), 3);
  const twice = best(() => counter.countText(text + text), 3);
  console.log(
    `200,000 × ${name}: ${once.toFixed(0)} ms, twice as long: ratio ${(twice / once).toFixed(2)} (linear: 2)`,
  );
}
const short = 'a'.repeat(2000);
const ratio = best(() => peer.encode(short, [], []), 1) / best(() => counter.countText(short), 3);
console.log(`2,000 × a: js-tiktoken takes ratio ${ratio.toFixed(0)} of our time`);
