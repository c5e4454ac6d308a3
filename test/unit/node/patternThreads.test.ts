import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PatternJob } from '../../../src/engine/index.ts';
import { PatternAnalyzer, PatternRunner } from '../../../src/node/patternThreads.ts';

const job = (source: string, text: string, more: Partial<PatternJob> = {}): PatternJob => ({
  source,
  flags: 'u',
  text,
  groups: [1],
  ...more,
});
const endless = job('((?:a+)+)$', `${'a'.repeat(64)}b`);
const limit = 10_000;

suite('PatternRunner', () => {
  const runner = new PatternRunner();
  const jobs: readonly (readonly [name: string, job: PatternJob, spans: readonly number[]])[] = [
    ['spans of match and group', job('a(b)?', 'ab a'), [0, 2, 1, 2, 3, 4, -1, -1]],
    ['no match', job('(x)', 'ab'), []],
    ['groups in the wanted order', job('(a)(b)', 'ab', { groups: [2, 1] }), [0, 2, 1, 2, 0, 1]],
    ['nothing at every place', job('(x?)', '😀a'), [0, 0, 0, 0, 2, 2, 2, 2, 3, 3, 3, 3]],
    // V8 alone would match between the halves of the pair.
    ['no place inside a character', job('(?!a)', '😀', { groups: [] }), [0, 0, 2, 2]],
    [
      'something where nothing was',
      job('()a??', 'a', { nonEmpty: '(?=([^]*))a??(?!\\1$)', groups: [] }),
      [0, 0, 0, 1, 1, 1],
    ],
  ];
  for (const [name, given, spans] of jobs)
    test(name, async () => {
      const outcome = await runner.run(given, limit);
      assert(outcome.ok);
      assert.deepEqual([...outcome.spans], spans);
    });

  test('a pattern that is not JavaScript fails, and the next one runs', async () => {
    const [broken, next] = await Promise.all([runner.run(job('(', ''), limit), runner.run(job('(a)', 'a'), limit)]);
    assert.equal(broken.ok ? undefined : broken.reason, 'failed');
    assert(next.ok);
  });

  test('an endless pattern ends at its limit; jobs behind it have their own', async () => {
    const outcomes = await Promise.all(
      [endless, job('(a)', 'a'), endless, job('(b)', 'b')].map(each => runner.run(each, 150)),
    );
    assert.deepEqual(
      outcomes.map(outcome => (outcome.ok ? 'ok' : outcome.reason)),
      ['timeout', 'ok', 'timeout', 'ok'],
    );
  });

  test('after five time-outs a pattern is not run again, and others are', async () => {
    const own = new PatternRunner();
    for (let i = 0; i < 5; i++) assert.equal((await own.run(endless, 50)).ok, false);
    const start = performance.now();
    const outcomes = await Promise.all(Array.from({ length: 10_000 }, () => own.run(endless, 2000)));
    assert.ok(performance.now() - start < 20_000);
    assert.ok(outcomes.every(outcome => !outcome.ok && outcome.reason === 'timeout' && outcome.timeouts === 5));
    assert.ok((await own.run(job('(a)', 'a'), limit)).ok);
  });

  test('a trial says nothing about other texts', async () => {
    const own = new PatternRunner();
    for (let i = 0; i < 6; i++) await own.run({ ...endless, isTrial: true }, 50);
    assert.ok((await own.run({ ...endless, text: 'a' }, limit)).ok);
  });

  test('too many places are an error, and no memory is taken for them @slow', async () => {
    const groups = Array.from({ length: 1000 }, () => 1);
    const outcome = await runner.run(job('()', 'a'.repeat(100_000), { groups }), 60_000);
    assert.match(outcome.ok ? '' : outcome.message, /it matches too many places/);
  });

  test('a message is never as long as the pattern', async () => {
    const outcome = await runner.run(job('('.repeat(50_000), ''), limit);
    assert.ok(!outcome.ok && outcome.message.length <= 2000);
  });
});

/** In the place of the analysis, which takes seconds to start: says which question of its worker it answers; some it does not. */
const analysis = `const { parentPort } = require('node:worker_threads');
let count = 0;
parentPort.on('message', ({ source }) => {
  if (source === 'ends') process.exit();
  if (source === 'throws') throw new Error('of the analysis');
  parentPort.postMessage({ risk: { growth: 'exponential', attack: String(++count), example: source } });
});`;

suite('PatternAnalyzer', () => {
  let folder: string;
  let analyzer: PatternAnalyzer;
  setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-analysis-'));
    writeFileSync(join(folder, 'patternAnalysis.js'), analysis);
    analyzer = new PatternAnalyzer(() => folder);
  });
  teardown(() => rmSync(folder, { recursive: true, force: true }));

  const countOf = async (source: string) => (await analyzer.analyze({ source, flags: '' }, 5000))?.attack;

  test('one worker answers pattern after pattern', async () => {
    assert.deepEqual([await countOf('a'), await countOf('b'), await countOf('c')], ['1', '2', '3']);
  });

  test('a pattern that ends its worker has no risk, and the next one has a worker', async () => {
    assert.deepEqual(
      [await countOf('a'), await countOf('ends'), await countOf('b'), await countOf('throws'), await countOf('c')],
      ['1', undefined, '1', undefined, '1'],
    );
  });

  test('patterns that are asked for at once are answered one after the other', async () => {
    assert.deepEqual(await Promise.all(['a', 'b', 'a'].map(countOf)), ['1', '2', '1']);
  });
});
