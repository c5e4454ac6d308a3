import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { build } from 'esbuild';
import { codeOfProgram, programTexts } from '../../../build/programs.js';
import { bundles } from '../../../esbuild.js';

suite('programs of their own', () => {
  const programs = ['node/child/childMain.ts', 'node/patternMain.ts', 'extension/runtime/browser/webPatternMain.ts'];
  for (const entry of programs)
    test(`${entry} is a script that needs nothing but Node`, () => {
      const code = codeOfProgram(entry);
      assert.ok(new Script(code));
      const asked = [...code.matchAll(/require\("([^"]*)"\)/g)].map(([, name = '']) => name);
      assert.deepEqual(
        asked.filter(name => !name.startsWith('node:')),
        [],
      );
      assert.doesNotMatch(code, /Dynamic require|codeOfProgram/);
    });

  test('the process has the code of its watchdog', () =>
    assert.ok(codeOfProgram('node/child/childMain.ts').includes('maxIdleBytes:')));

  test('a bundle holds their texts, and nothing of how they are made', async () => {
    const { outputFiles } = await build({
      entryPoints: ['child/childProgram.ts', 'patternThreads.ts'].map(file => join('src/node', file)),
      outdir: 'out',
      write: false,
      bundle: true,
      platform: 'node',
      plugins: [programTexts],
    });
    for (const [i, { text }] of outputFiles.entries()) {
      assert.ok(text.includes(i === 0 ? 'SharedArrayBuffer(24)' : 'it matches too many places.'));
      assert.doesNotMatch(text, /codeOfProgram|buildSync/);
    }
  });

  test('every bundle is made so', () =>
    assert.ok(bundles.every(({ plugins = [] }) => (plugins as readonly unknown[]).includes(programTexts))));
});
