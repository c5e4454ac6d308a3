import { deepEqual, equal, match } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { UsageError } from '../../../src/cli/io.ts';
import { writeReport } from '../../../src/cli/reporters/reportOutputs.ts';
import { skipTest } from '../../skipTest.ts';
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
    function* full() {
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

  test('that cannot be written are told before parts are read, and before definitions are checked', async () => {
    await mkdir(join(folder, 'taken'));
    await writeFile(join(folder, 'broken.evaluation.json'), '{');
    for (const [command, file] of [
      ['merge broken.evaluation.json --out', 'gone/a.json'],
      ['merge broken.evaluation.json --force --rows', 'taken'],
      ['check broken.parser.json --reporter pretty --reporter', 'json=gone/a.json'],
      ['check broken.parser.json --force --reporter', 'junit=taken'],
    ] as const) {
      const { code, err, out } = await runCli(folder, `${command} ${file}`);
      deepEqual([code, out], [2, ''], command);
      match(err, /(?:gone.a\.json|taken) cannot be written: /, command);
    }
    deepEqual(await left(), []);
  });

  test('merge holds what it writes', async () => {
    for (const shard of [1, 2]) await evaluate(`log.jsonl --shard ${shard}/2 --out ${shard}.evaluation.json`);
    const lock = join(folder, 'all.json.lock');
    await writeFile(lock, `${process.ppid} ${hostname()}`);
    const merge = () => runCli(folder, 'merge 1.evaluation.json 2.evaluation.json --out all.json');
    const second = await merge();
    equal(second.code, 2);
    match(second.err, /all\.json is being written by another process/);
    await rm(lock);
    equal((await merge()).code, 0);
    deepEqual(await left(), []);
  });

  for (const [command, source] of [
    ['import', '{"type": "object", "properties": {"a": {"type": "string"}}}'],
    ['export --to json-schema', '{"type":"MarkdownJsonDictParser","content_hint":{"a":"x"},"required_keys":["a"]}'],
  ] as const)
    test(`${command} writes beside and moves: what a link leads to is written, and no file is half there`, async () => {
      await writeFile(join(folder, 'source.json'), source);
      await writeFile(join(folder, 'real.json'), 'before');
      await symlink(join(folder, 'real.json'), join(folder, 'link.json'));
      const { ino } = await stat(join(folder, 'real.json'));
      const run = (args: string) => runCli(folder, `${command} source.json --out ${args}`);
      equal((await run('link.json')).code, 2);
      equal(await readFile(join(folder, 'real.json'), 'utf8'), 'before');
      const { code, err } = await run('link.json --force');
      equal(code, 0, err);
      equal((await stat(join(folder, 'real.json'))).ino === ino, false);
      match(await readFile(join(folder, 'link.json'), 'utf8'), /^\{/);
      deepEqual(await left(), []);
    });

  test('a full disk names the file', async function () {
    if (!existsSync('/dev/full')) skipTest(this, 'without /dev/full');
    await writeFile(join(folder, 'source.json'), '{"type": "object", "properties": {"a": {"type": "string"}}}');
    await symlink('/dev/full', join(folder, 'full.json'));
    for (const command of [
      'import source.json --force --out full.json',
      'evaluate log.jsonl --parser p.parser.json --threads 0 --force --out full.json',
      'evaluate log.jsonl --parser p.parser.json --threads 0 --force --rows full.json',
      'evaluate log.jsonl --parser p.parser.json --threads 0 --force --reporter json=full.json',
      'check p.parser.json --force --reporter json=full.json',
    ]) {
      const { code, err } = await runCli(folder, command);
      equal(code, 2, command);
      match(err, /full\.json cannot be written: ENOSPC: no space left on device/, command);
    }
  });

  test('a device is written to', async () => {
    const { code, err } = await evaluate('log.jsonl --out /dev/null --force');
    equal(code, 0, err);
  });
});
