import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leadsOutside, readNamedFile, statNamedFile } from '../../../src/node/namedFile.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { nodeResources } from '../../../src/node/nodeResources.ts';
import { maxNamedFile } from '../../../src/portable/maxNamedFile.ts';

suite('readNamedFile', () => {
  let folder: string;
  const at = (name: string) => join(folder, name);

  suiteSetup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-named-'));
    writeFileSync(at('text'), 'héllo');
    writeFileSync(at('empty'), '');
    writeFileSync(at('edge'), 'x');
    truncateSync(at('edge'), maxNamedFile);
    writeFileSync(at('large.mjs'), 'x');
    truncateSync(at('large.mjs'), maxNamedFile + 1);
    symlinkSync('text', at('link'));
    symlinkSync('/dev/zero', at('zero.mjs'));
    assert.equal(spawnSync('mkfifo', [at('pipe.mjs')]).status, 0);
  });

  suiteTeardown(() => rmSync(folder, { recursive: true }));

  test('regular files, and links to them', async () => {
    for (const name of ['text', 'link']) assert.equal(String(Buffer.from(await readNamedFile(at(name)))), 'héllo');
    assert.equal((await readNamedFile(at('empty'))).length, 0);
  });

  test('up to the limit', async () => {
    assert.equal((await readNamedFile(at('edge'))).length, maxNamedFile);
    assert.equal((await readNamedFile(at('text'), 6)).length, 6);
    await assert.rejects(readNamedFile(at('text'), 5), /^Error: it is larger than/);
  });

  test('where a path leads, wherever its words do and whether anything is there', async () => {
    const [inner, gone] = [at('inner'), at('gone')];
    mkdirSync(inner);
    symlinkSync('../text', join(inner, 'out'));
    symlinkSync('.', join(inner, 'in'));
    for (const path of ['', 'in', 'in/in/absent', 'absent', '..absent'])
      assert.equal(await leadsOutside(join(inner, path), [gone, inner]), false, path);
    for (const path of ['out', '..', '../text', '../elsewhere', '../inner2'])
      assert.equal(await leadsOutside(join(inner, path), [gone, inner]), true, path);
    assert.equal(await leadsOutside(join(inner, 'out'), [inner, folder]), false);
    assert.equal(await leadsOutside(at('text'), []), true);
  });

  // The system's own files have no size that `stat` knows.
  test('files that hold more than their size says', async () => {
    assert.match(Buffer.from(await readNamedFile('/proc/self/maps')).toString(), /\[stack\]/);
    await assert.rejects(readNamedFile('/proc/self/maps', 100), { code: 'ERR_FILE_TOO_LARGE' });
  });

  const refused: [name: string, code: string][] = [
    ['pipe.mjs', 'ERR_NO_REGULAR_FILE'],
    ['zero.mjs', 'ERR_NO_REGULAR_FILE'],
    ['large.mjs', 'ERR_FILE_TOO_LARGE'],
    ['.', 'EISDIR'],
    ['gone', 'ENOENT'],
  ];
  for (const [name, code] of refused)
    test(`${name}: ${code}, wherever a file is named`, async () => {
      await assert.rejects(readNamedFile(at(name)), { code });
      await assert.rejects(statNamedFile(at(name)), { code });
      assert.equal(await nodeHost.readFile?.(at(name)), undefined);
      assert.equal(await nodeResources(folder).readFile(name), undefined);
    });

  for (const name of ['pipe.mjs', 'zero.mjs', 'large.mjs'])
    test(`${name} is not a module, and nothing to import`, async () => {
      const file = at('a.parser.json');
      writeFileSync(at('importing.mjs'), `import './${name}';\nexport const parse = () => 1;`);
      for (const module of [name, 'importing.mjs']) {
        const outcome = await nodeHost.runModule!({ module, file, export: 'parse', args: [] }, 5000);
        assert.ok(outcome && !outcome.ok);
        assert.equal(outcome.error.class, 'ModuleNotFound');
        assert.match(outcome.error.message, /cannot be read: it is /);
      }
    });
});
