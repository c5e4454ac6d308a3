import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PatternAnalyzer } from '../../../src/node/patternAnalyzer.ts';

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
