import { deepEqual } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importGraph, testsOf } from '../../run/importGraph.mjs';

suite('tests of what changed', () => {
  let root: string;
  const files = {
    'src/a.ts': "import { b } from './b.ts';\nimport type { C } from './deep/c.ts';",
    'src/b.ts': "export const b = await import('./later.ts');",
    'src/later.ts': 'export {};',
    'src/deep/c.ts': 'export interface C {}',
    'src/alone.ts': "export const file = 'cases.json';",
    'build/tool.js': "require('./helper');",
    'build/helper.js': '',
    'test/unit/a.test.ts': "import '../../src/a.ts';",
    'test/unit/c.test.ts': "import type { C } from '../../src/deep/c.ts';",
    'test/unit/alone.test.ts': "import { file } from '../../src/alone.ts';",
    'test/unit/data.test.ts': "import { read } from './helper.ts';",
    'test/unit/helper.ts': "export const read = () => new URL('cases.json', import.meta.url);",
    'test/unit/examples.test.ts': "const folder = join(root, 'examples');",
    'test/unit/tool.test.ts':
      "import { tool } from '../../build/tool.js';\nnew URL('../../src/later.ts', import.meta.url);",
  };

  suiteSetup(() => {
    root = mkdtempSync(join(tmpdir(), 'parserlens-graph-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  });
  suiteTeardown(() => rmSync(root, { recursive: true }));

  for (const [changed, expected] of [
    ['src/b.ts', ['a']],
    ['src/later.ts', ['a', 'tool']],
    ['src/deep/c.ts', ['a', 'c']],
    ['test/unit/helper.ts', ['data']],
    ['test/unit/c.test.ts', ['c']],
    ['build/helper.js', ['tool']],
    // What the sources mention is not read by the tests.
    ['test/conformance/cases.json', ['data']],
    ['examples/night/x.parser.json', ['examples']],
    ['docs/nothing.md', []],
  ] as const)
    test(changed, () => {
      const graph = importGraph(root, ['src', 'test', 'build']);
      const tests = [...graph.keys()].filter(path => path.endsWith('.test.ts')).sort();
      const found = testsOf(graph, tests, [changed]).map(path => path.replace(/^test\/unit\/|\.test\.ts$/g, ''));
      deepEqual(found, expected);
    });
});
