import { deepEqual, equal, match } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { UsageError } from '../../../src/cli/io.ts';
import { writeReport } from '../../../src/cli/reporters/reportOutputs.ts';
import { runCli } from './runCli.ts';

const line = `${JSON.stringify({ response: 'x' })}\n`;

suite('files that the command line writes', () => {
  let folder = '';
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-'));
    await writeFile(join(folder, 'p.parser.json'), '{"type":"identity"}');
    await writeFile(join(folder, 'log.jsonl'), line.repeat(3));
  });
  teardown(() => rm(folder, { recursive: true }));
  const evaluate = (args: string, input: string | Readable = '') =>
    runCli(folder, `evaluate ${args} --parser p.parser.json --threads 0`, input);
  const left = async () => (await readdir(folder)).filter(name => /\.(?:tmp|lock)$/.test(name));

  test('are there as a whole or as they were before: a write that fails leaves nothing', async () => {
    const file = join(folder, 'out.json');
    await writeFile(file, 'before');
    async function* full() {
      yield 'half';
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }
    const error = await writeReport(file, full()).catch((error: unknown) => error);
    equal(error instanceof UsageError, true);
    match((error as Error).message, /out\.json cannot be written: ENOSPC: no space left/);
    equal(await readFile(file, 'utf8'), 'before');
    deepEqual(await left(), []);
    await writeReport(file, 'after');
    equal(await readFile(file, 'utf8'), 'after');
  });

  test('a link stays one, and what it leads to is written', async () => {
    await writeFile(join(folder, 'real.json'), 'before');
    await symlink(join(folder, 'real.json'), join(folder, 'link.json'));
    await writeReport(join(folder, 'link.json'), 'after');
    equal(await readFile(join(folder, 'real.json'), 'utf8'), 'after');
  });

  test('that cannot be written are told before anything is judged', async () => {
    await mkdir(join(folder, 'taken'));
    for (const args of [
      '--out gone/a.json',
      '--rows gone/a.jsonl',
      '--reporter json=gone/a.json',
      '--out taken --force',
    ]) {
      let isRead = false;
      const input = Readable.from(
        (async function* () {
          isRead = true;
          yield line;
        })(),
      );
      const { code, err, out } = await evaluate(`- ${args}`, input);
      deepEqual([code, out, isRead], [2, '', false], args);
      match(err, /(?:gone|taken).* cannot be written/);
    }
    deepEqual(await left(), []);
  });

  test('the second of two processes says that the first is at it; what a dead one left is taken', async () => {
    const lock = join(folder, 'a.evaluation.json.lock');
    await writeFile(lock, `${process.ppid} ${hostname()}`);
    const second = await evaluate('log.jsonl --out a.evaluation.json --resume');
    equal(second.code, 2);
    match(second.err, /a\.evaluation\.json is being written by another process \(\d+ on .*\)/);
    equal(existsSync(join(folder, 'a.evaluation.json')), false);
    await writeFile(lock, `999999999 ${hostname()}`);
    const third = await evaluate('log.jsonl --out a.evaluation.json --resume');
    equal(third.code, 0, third.err);
    deepEqual(await left(), []);
  });

  test('a device is written to', async () => {
    const { code, err } = await evaluate('log.jsonl --out /dev/null --force');
    equal(code, 0, err);
  });
});
