import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listFiles } from '@vscode/vsce';
import { build, type Metafile, type Plugin } from 'esbuild';
import { bundledPackages, noticeOf, thirdPartyNotices } from '../../../build/thirdPartyNotices.js';
import { bundles } from '../../../esbuild.js';

const file = 'dist/ThirdPartyNotices.txt';

suite('third-party notices', () => {
  let folder: string;
  setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-notices-'));
  });
  teardown(() => rmSync(folder, { recursive: true }));

  function write(path: string, files: Readonly<Record<string, string>>): string {
    mkdirSync(join(folder, path), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, path, name), text);
    return join(folder, path);
  }

  test('of every package that a bundle has a part of: the licence, word for word @slow', async () => {
    const notices = readFileSync(file, 'utf8');
    const packages = await loadedPackages();
    for (const name of ['@lezer/lr', '@vscode/codicons', 'diff', 'preact', 'recheck', 'saxes', 'zod'])
      assert.ok(packages.includes(name), name);
    for (const name of packages) {
      const { version, license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
      assert.ok(notices.includes(`${name} ${version}\nLicence: ${license}\n`), `${name} ${version} (npm run build)`);
      for (const text of noticeOf(`node_modules/${name}`).texts) assert.ok(notices.includes(text), name);
    }
  });

  test('of all that the file of recheck was compiled from', () => {
    const code = readFileSync('node_modules/recheck/lib/browser.js', 'utf8');
    const known: Readonly<Record<string, string>> = {
      cats: 'Cats (',
      circe: 'circe (',
      codes: 'recheck 4',
      fastparse: 'fastparse and',
      java: 'Scala.js (',
      scala: 'Scala standard library (',
      scalajs: 'Scala.js (',
      sourcecode: 'sourcecode (',
    };
    const classes = [...code.matchAll(/"(?:(?:io|org|com)\.)?([a-z]+)\.(?:[a-z]\w*\.)*[A-Z][\w$]*"/g)];
    const notices = readFileSync(file, 'utf8');
    const found = [...new Set(classes.map(([, name]) => name!))].sort();
    assert.deepEqual(
      found.filter(name => !known[name]),
      [],
    );
    assert.deepEqual(found, Object.keys(known).sort());
    for (const name of found) assert.ok(notices.includes(known[name]!), name);
  });

  test('come with the extension @slow', async () => {
    assert.ok((await listFiles({ cwd: '.', packageManager: 0 })).includes(file));
  });

  test('come with the npm package, which has no sources and no tests @slow', async () => {
    const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      shell: process.platform === 'win32',
      maxBuffer: 1 << 24,
    });
    const packed: readonly string[] = JSON.parse(stdout)[0].files.map(({ path }: { path: string }) => path);
    assert.ok(packed.includes(file));
    // The vocabularies' own notice goes where they go.
    assert.ok(!packed.some(path => path.startsWith('dist/tables/')));
    assert.deepEqual(
      packed.filter(
        path => !/^(dist\/.*|skills\/.*|[^/]+\.md|LICENSE|package\.json)$/.test(path) || path.endsWith('.map'),
      ),
      [],
    );
  });

  test('count what is in the output, in the innermost package, and nothing that was shaken off', () => {
    const inputs = {
      'src/a.ts': { bytesInOutput: 5 },
      'node_modules/a/index.js': { bytesInOutput: 1 },
      'node_modules/a/node_modules/@b/c/lib/x.js': { bytesInOutput: 1 },
      '../node_modules/d/d.ttf': { bytesInOutput: 9 },
      'node_modules/shaken/index.js': { bytesInOutput: 0 },
    };
    const metafile = { inputs: {}, outputs: { 'dist/a.js': { inputs } } } as unknown as Metafile;
    assert.deepEqual(bundledPackages([metafile, metafile]), [
      '../node_modules/d',
      'node_modules/a',
      'node_modules/a/node_modules/@b/c',
    ]);
  });

  test('have every file that says something of the licence, and the address', () => {
    const manifest = { name: 'a', version: '1.2.3', license: 'MIT', repository: { url: 'git+https://x.org/a.git' } };
    const made = write('a', {
      'package.json': JSON.stringify(manifest),
      'LICENCE.md': '\uFEFF\r\nMine.  \r\n',
      NOTICE: 'And hers.\n',
      'licenses.js': 'no',
    });
    const line = '='.repeat(80);
    const text = thirdPartyNotices([made]);
    assert.ok(
      text.endsWith(
        `${line}\na 1.2.3\nLicence: MIT\nhttps://x.org/a\n${line}\n\nMine.\n\n${'-'.repeat(80)}\n\nAnd hers.\n`,
      ),
      text,
    );
  });

  test('fail the build where a licence, or its text, is missing', () => {
    const bare = write('bare', { 'package.json': '{ "name": "@x/bare", "version": "1.0.0", "license": "MIT" }' });
    assert.throws(() => noticeOf(bare), /@x\/bare 1\.0\.0 comes without the text of its licence: .*x__bare\.txt/);
    const none = write('none', { 'package.json': '{ "name": "none", "version": "1.0.0" }', LICENSE: 'x' });
    assert.throws(() => noticeOf(none), /none 1\.0\.0 names no licence/);
  });
});

/** The packages of all that the bundles load. */
async function loadedPackages(): Promise<readonly string[]> {
  const packages = new Set<string>();
  const loads: Plugin = {
    name: 'loads',
    setup: ({ onLoad }) =>
      onLoad({ filter: /./ }, ({ path }) => {
        const name = /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(path)?.[1];
        if (name) packages.add(name.replace('\\', '/'));
        return undefined;
      }),
  };
  for (const options of bundles)
    await build({ ...options, minify: false, write: false, plugins: [...(options.plugins ?? []), loads] });
  return [...packages];
}
