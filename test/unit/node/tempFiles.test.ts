import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { TempFiles } from '../../../src/node/tempFiles.ts';
import { cliProgram } from '../cliProgram.ts';

const root = new URL('../../../', import.meta.url);

/**
 * A program that has written a temporary file and goes on; it listens to the signal that it is given. Bundled, as it is
 * shipped: its sources take seconds to load.
 */
function writingProgram(folder: string): string {
  const outfile = join(folder, 'program.cjs');
  const contents = `
    import { nodeResources } from './src/node/nodeResources.ts';
    const [, , signal] = process.argv;
    if (signal) process.once(signal, () => console.log('told'));
    nodeResources('.').writeTemp(Buffer.from('a'), '.png').then(console.log);
    setInterval(() => {}, 1000);`;
  buildSync({
    stdin: { contents, resolveDir: '.' },
    bundle: true,
    platform: 'node',
    // jsonc-parser's UMD build cannot be bundled.
    mainFields: ['module', 'main'],
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

suite('TempFiles', () => {
  let programFolder: string;
  let program: string;
  suiteSetup(() => {
    programFolder = mkdtempSync(join(tmpdir(), 'parserlens-program-'));
    program = writingProgram(programFolder);
  });
  suiteTeardown(() => rmSync(programFolder, { recursive: true }));

  test('one folder, one file for each content, nothing left', async () => {
    const files = new TempFiles();
    const bytes = (text: string) => new TextEncoder().encode(text);
    const paths = [];
    for (let i = 0; i < 20; i++) paths.push(await files.write(bytes('a'), '..png'));
    paths.push(...(await Promise.all(Array.from({ length: 20 }, () => files.write(bytes('b'), '../x')))));
    assert.equal(new Set(paths).size, 2);
    const folder = dirname(paths[0]!);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(readdirSync(folder).length, 2);
    assert.ok(paths[0]!.endsWith('..png') && paths[20]!.endsWith('.._x'));
    assert.deepEqual([readFileSync(paths[0]!, 'utf8'), readFileSync(paths[20]!, 'utf8')], ['a', 'b']);
    rmSync(folder, { recursive: true });
    assert.equal(readFileSync(await files.write(bytes('a'), '..png'), 'utf8'), 'a');
    files.dispose();
    assert.ok(!existsSync(folder));
    files.dispose();
  });

  test('the command line leaves none behind', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parserlens-temp-'));
    try {
      const source = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' };
      const block = { type: 'tool_result', id: '1', name: 'f', output: [{ type: 'image', source }] };
      const messages = [{ name: 'a', role: 'system', content: [block] }];
      writeFileSync(join(folder, 'c.messages.json'), JSON.stringify(messages));
      const { status, stdout } = spawnSync(
        process.execPath,
        [...cliProgram(), 'format', join(folder, 'c.messages.json'), '--formatter', 'OpenAIChatFormatter'],
        { cwd: root, env: { ...process.env, TMPDIR: folder }, encoding: 'utf8' },
      );
      assert.equal(status, 0);
      assert.match(stdout, /parserlens-[\w-]+\/tmp\w+\.+png/);
      assert.deepEqual(
        readdirSync(folder).filter(name => name.startsWith('parserlens-')),
        [],
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  for (const [signal, listens] of [
    ['SIGINT', false],
    ['SIGTERM', false],
    ['SIGHUP', false],
    ['SIGTERM', true],
  ] as const)
    test(`${signal} ${listens ? 'is left to whoever listens' : 'leaves none behind'}${signal === 'SIGTERM' ? '' : ' @slow'}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'parserlens-temp-'));
      const child = spawn(process.execPath, [program, ...(listens ? [signal] : [])], {
        cwd: root,
        env: { ...process.env, TMPDIR: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      try {
        const [path] = await once(child.stdout, 'data');
        assert.ok(existsSync(String(path).trim()));
        child.kill(signal);
        if (listens) {
          assert.equal(String((await once(child.stdout, 'data'))[0]), 'told\n');
          assert.ok(existsSync(String(path).trim()));
          child.kill(signal);
        }
        assert.deepEqual(await once(child, 'exit'), [null, signal]);
        const left = readdirSync(folder).filter(name => name.startsWith('parserlens-'));
        assert.deepEqual(left, []);
      } finally {
        child.kill('SIGKILL');
        rmSync(folder, { recursive: true });
      }
    });
});
