import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Io } from '../../../src/cli/io.ts';
import { isTooLongForText, readInput } from '../../../src/cli/readInput.ts';
import { cliProgram } from '../cliProgram.ts';
import { runCli } from './runCli.ts';

const root = new URL('../../../', import.meta.url);
const definition = 'examples/numbers.parser.json';

suite('odd files on the command line', () => {
  let folder: string;
  const shell = (script: string) => assert.equal(spawnSync('sh', ['-c', script], { cwd: folder }).status, 0, script);
  const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));

  setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-odd-'));
  });

  // The shell's, since paths may be longer than Node takes.
  teardown(() => shell(`rm -rf "${folder}"`));

  test('samples whose files are pipes, devices or too large fail, each with the reason', async () => {
    shell('mkfifo pipe');
    symlinkSync('/dev/zero', join(folder, 'zero'));
    writeFileSync(join(folder, 'large'), '');
    truncateSync(join(folder, 'large'), 60 * 2 ** 20);
    const samples = ['pipe', 'zero', 'large', '/dev/stdin', '//dev/tty', '.'].map(file => ({ file }));
    write('odd.parser.json', { type: 'MarkdownJsonObjectParser', content_hint: 'x', samples });
    const { code, out } = await runCli(folder, 'check odd.parser.json --reporter json --root /');
    assert.equal(code, 1);
    assert.deepEqual(
      [...out.matchAll(/cannot be read: ([^"]*)\./g)].map(([, reason]) => reason),
      [
        ...Array(2).fill('it is a device or a pipe, not a regular file'),
        'it is larger than 50 MB',
        ...Array(2).fill('it is a device or a pipe, not a regular file'),
        'this is a folder',
      ],
    );
  });

  test('a log that has no end is refused at once', async () => {
    write('n.parser.json', { type: 'identity' });
    const { code, err } = await runCli(folder, 'evaluate /dev/zero --parser n.parser.json --threads 0');
    assert.deepEqual([code, err], [2, '/dev/zero: cannot be read: this is a device, which may have no end.\n']);
  });

  test('what the user names may be a pipe', async () => {
    write('n.parser.json', { type: 'MarkdownJsonObjectParser', content_hint: 'x', samples: [{ text: '' }] });
    shell('mkfifo response definition check');
    for (const name of ['definition', 'check'])
      spawn('sh', ['-c', `cat n.parser.json > ${name}`], { cwd: folder, stdio: 'ignore' });
    spawn('sh', ['-c', "printf '```json\\n[1]\\n```' > response"], { cwd: folder, stdio: 'ignore' });
    const { code, out, err } = await runCli(folder, 'parse definition response --json');
    assert.deepEqual([code, JSON.parse(out || '{}').value, err], [0, [1], '']);
    assert.match((await runCli(folder, 'check check')).out, /0 passed|1 failed/);
  });

  test('/dev/stdin is standard input, whatever that is', async () => {
    const { code, out } = await runCli(String(root.pathname), `parse ${definition} /dev/stdin --json`, '[1]');
    assert.deepEqual([code, JSON.parse(out).value], [0, [1]]);
  });

  test('a device without an end is too large', async () => {
    const io = { cwd: folder } as Io;
    await assert.rejects(readInput('/dev/zero', io, 2 ** 20), {
      message: '/dev/zero: cannot be read: it is larger than 1 MB.',
    });
    assert.equal(await readInput('/dev/null', io), '');
  });

  test('input lines that are missing are one line on standard error', async () => {
    const { code, err } = await runCli(folder, 'format gone.jsonl --jsonl');
    assert.deepEqual([code, err], [2, 'gone.jsonl: cannot be read: there is no such file.\n']);
  });

  test('a line that is too long is one failed line', async () => {
    write('n.parser.json', { type: 'MarkdownJsonObjectParser', content_hint: 'x' });
    const lines = ['```json\n1\n```', 'x'.repeat(50 * 2 ** 20), '```json\n2\n```'];
    writeFileSync(join(folder, 'log.jsonl'), lines.map(line => `${JSON.stringify(line)}\n`).join(''));
    const { code, out, err } = await runCli(folder, 'parse n.parser.json log.jsonl --jsonl');
    const results = out.split('\n').flatMap(line => (line === '' ? [] : JSON.parse(line)));
    assert.deepEqual([code, err, results.map(({ ok }) => ok)], [1, '', [true, false, true]]);
    assert.equal(results[1].error.message, 'Line 2 of the input is too long: lines of up to 50 MB are read.');
    const formatted = await runCli(folder, 'format log.jsonl --jsonl --formatter OpenAIChatFormatter');
    assert.match(formatted.out, /Line 2 of the input is too long/);
  });

  test('a text that became too long is known by its error', () => {
    assert.throws(() => 'x'.repeat(2 ** 30), isTooLongForText);
    assert.throws(() => ['x'.repeat(2 ** 29 - 100), 'x'.repeat(1000)].join(''), isTooLongForText);
    assert.ok(!isTooLongForText(new RangeError('Maximum call stack size exceeded')));
  });

  test('what cannot be read below a folder is a warning that names it', async () => {
    write('a.parser.json', {
      type: 'MarkdownJsonObjectParser',
      content_hint: 'x',
      samples: [{ text: '```json\n1\n```' }],
    });
    // Deeper than a path may be long, so that even the administrator cannot read it.
    const deep = (name: string) => join(folder, ...Array(10).fill(name.repeat(250)));
    for (const name of ['b', 'c']) mkdirSync(deep(name), { recursive: true });
    renameSync(join(folder, 'c'.repeat(250)), join(deep('b'), 'c'));
    for (const [args, expected] of [
      ['check .', /1 passed/],
      ['find n.md', /a\.parser\.json#a/],
    ] as const) {
      writeFileSync(join(folder, 'n.md'), '```json\n1\n```');
      const { code, out, err } = await runCli(folder, args);
      assert.equal(code, 0, err);
      assert.match(out, expected);
      assert.match(err, /^b+.*: warning: left out, because it cannot be read: .+\.\n$/);
    }
  });

  for (const redirected of ['stdout', 'stderr'] as const)
    test(`a full disk under ${redirected} @slow`, async () => {
      const full = openSync('/dev/full', 'w');
      const child = spawn(
        process.execPath,
        [...cliProgram(), ...(redirected === 'stdout' ? ['--help'] : ['nonsense'])],
        {
          cwd: root,
          stdio: ['ignore', redirected === 'stdout' ? full : 'pipe', redirected === 'stderr' ? full : 'pipe'],
        },
      );
      const [out, [code]] = await Promise.all([text((child.stdout ?? child.stderr)!), once(child, 'close')]);
      assert.equal(code, 2);
      if (redirected === 'stdout') assert.match(out, /^The output cannot be written: .*no space left[^\n]*\n$/);
    });
});
