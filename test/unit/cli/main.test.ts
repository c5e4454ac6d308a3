import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { version } from '../../../package.json';
import { run } from '../../../src/cli/run.ts';
import { cliProgram } from '../cliProgram.ts';

const root = new URL('../../../', import.meta.url);
const definition = 'examples/numbers.parser.json';

function start(...args: string[]) {
  return spawn(process.execPath, [...cliProgram(), ...args], { cwd: root });
}

suite('parserlens as a process', () => {
  test('reads standard input, sets the exit code and ends', async () => {
    const child = start('parse', definition, '--json');
    child.stdin.end('[1]');
    const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    assert.deepEqual([JSON.parse(out).value, code], [[1], 0]);
  });

  test('ends quietly when nobody reads on', async () => {
    const child = start('parse', definition, '--jsonl');
    child.stdin.on('error', () => {});
    child.stdin.write('"[1]"\n'.repeat(100_000));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [err] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.equal(err, '');
  });

  test('says its version without its engine', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parserlens-version-'));
    try {
      buildSync({
        entryPoints: [fileURLToPath(new URL('src/cli/main.ts', root))],
        bundle: true,
        platform: 'node',
        outfile: join(folder, 'cli.js'),
      });
      const said = (...args: string[]) =>
        spawnSync(process.execPath, [join(folder, 'cli.js'), ...args], { encoding: 'utf8' });
      assert.equal(said('--version').stdout, `${version}\n`);
      assert.match(said('parse').stderr, /commandLine\.js/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('parse --jsonl reads no faster than its output is read @slow', async () => {
    let [read, written, ahead] = [0, 0, 0];
    async function* lines() {
      for (; read < 2000; read++) yield `${JSON.stringify(`[${'1,'.repeat(2000)}1]`)}\n`;
    }
    const slow = new Writable({
      highWaterMark: 1,
      write(_chunk, _encoding, done) {
        ahead = Math.max(ahead, read - ++written);
        setImmediate(done);
      },
    });
    const code = await run(['parse', definition, '--jsonl'], {
      stdin: Readable.from(lines(), { highWaterMark: 1 }),
      stdout: slow,
      stderr: slow,
      cwd: fileURLToPath(root),
      env: {},
      host: {},
    });
    assert.deepEqual([code, written], [0, 2000]);
    assert.ok(ahead < 10, `${ahead} lines ahead`);
  });
});
