import { deepEqual } from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { globbed } from '../../../../src/node/evaluation/globbed.ts';

suite('files that a pattern stands for', () => {
  let folder: string;
  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'globbed-'));
    for (const path of ['a.json', 'b.json', 'ab.jsonl', '.c.json', 'x/a.json', 'x/y/a.json', 'x/y/b.txt', 'a+b.json']) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), '');
    }
  });
  suiteTeardown(() => rm(folder, { recursive: true }));

  for (const [pattern, found] of [
    ['a.json', ''],
    ['none.json', ''],
    ['*.json', 'a+b.json a.json b.json'],
    ['?.json', 'a.json b.json'],
    ['a?.jsonl', 'ab.jsonl'],
    ['[ab].json', 'a.json b.json'],
    ['[!a].json', 'b.json'],
    ['[z-a].json', ''],
    ['[.json', ''],
    ['.*.json', '.c.json'],
    ['a+*.json', 'a+b.json'],
    ['a.jso*', 'a.json'],
    ['axjson*', ''],
    ['*/a.json', 'x/a.json'],
    ['x/*/a.json', 'x/y/a.json'],
    ['**/a.json', 'a.json x/a.json x/y/a.json'],
    ['x/**/*.txt', 'x/y/b.txt'],
    ['x/**', 'x x/y'],
    ['none/*', ''],
    ['x', ''],
  ] as const)
    test(pattern, async () => deepEqual((await globbed(folder, pattern)).join(' '), found));

  test('from the root, sorted', async () => {
    deepEqual(await globbed('/', `${folder}/x/*`), [join(folder, 'x/a.json'), join(folder, 'x/y')]);
  });
});
