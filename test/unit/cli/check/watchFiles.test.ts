import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileWatch } from '../../../../src/cli/check/watchFiles.ts';

suite('FileWatch', () => {
  test('of a folder: definitions and files that are named; not its other files, packages or history', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parserlens-watch-'));
    const path = (name: string) => join(folder, name);
    mkdirSync(path('node_modules'));
    mkdirSync(path('.git'));
    const inner = ['node_modules/x.parser.json', '.git/x.parser.json'];
    for (const name of ['report.txt', 'answer.md', 'other.md', ...inner, 'x.parser.json'])
      writeFileSync(path(name), '');
    const seen: string[] = [];
    let wake = () => {};
    const watching = new FileWatch(changed => {
      seen.push(changed);
      wake();
    });
    watching.add(folder);
    watching.addFile(path('answer.md'));
    for (const name of ['report.txt', 'other.md', ...inner, 'answer.md', 'x.parser.json'])
      appendFileSync(path(name), 'x');
    while (!seen.includes(path('x.parser.json')) || !seen.includes(path('answer.md')))
      await new Promise<void>(done => {
        wake = done;
      });
    watching.close();
    rmSync(folder, { recursive: true });
    assert.deepEqual([...new Set(seen)].sort(), [path('answer.md'), path('x.parser.json')]);
  });
});
