import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { measureNames } from '../../../../src/engine/index.ts';
import { runCli } from '../runCli.ts';

const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
const good = fenced({ speak: 'hi', vote: 'A' });
const bodies = [
  { id: 'a', response: good },
  { id: 'b', response: good.slice(0, -8) },
  { id: 'c' },
  { id: 'd', response: fenced({ speak: 'hi', vote: 'Q' }) },
  { id: 'e', response: good, expected: { speak: 'hi', vote: 'A' } },
];
const jsonl = (items: readonly unknown[]) => items.map(item => `${JSON.stringify(item)}\n`).join('');

suite('parserlens judge', () => {
  let folder = '';
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-'));
    const hint = { speak: 'what you say', vote: 'A, B or C' };
    await writeFile(
      join(folder, 'w.parser.json'),
      JSON.stringify({
        parsers: { w: { type: 'MarkdownJsonDictParser', content_hint: hint, required_keys: ['speak'] } },
      }),
    );
  });

  teardown(() => rm(folder, { recursive: true }));

  test('errors have no stacks while rows are judged, and have them again behind that, also where it fails', async () => {
    const limit = Error.stackTraceLimit;
    const seen: number[] = [];
    const onOutput = () => seen.push(Error.stackTraceLimit);
    const input = jsonl(bodies);
    assert.equal((await runCli(folder, 'judge w.parser.json#w', input, { onOutput })).code, 0);
    assert.deepEqual([...new Set(seen)], [0]);
    assert.equal(Error.stackTraceLimit, limit);
    assert.equal((await runCli(folder, 'judge w.parser.json#none', input)).code, 2);
    await writeFile(join(folder, 'log.jsonl'), input);
    const { code } = await runCli(folder, 'evaluate log.jsonl --parser w.parser.json --threads 0', '', { onOutput });
    assert.equal(code, 0);
    assert.equal(seen.at(-1), limit, 'reported behind it');
    assert.equal((await runCli(folder, 'evaluate gone.jsonl --parser w.parser.json')).code, 2);
    await writeFile(join(folder, 'log.parquet'), 'PAR1 and nothing of it PAR1');
    assert.equal((await runCli(folder, 'evaluate log.parquet --parser w.parser.json --threads 0')).code, 2);
    assert.equal(Error.stackTraceLimit, limit);
  });

  test('gives the lines that `evaluate --rows` writes, however the input arrives', async () => {
    const log = `${jsonl(bodies)}\nbroken {\n${jsonl(Array.from({ length: 30 }, () => bodies).flat())}`;
    await writeFile(join(folder, 'log.jsonl'), log);
    await runCli(folder, 'evaluate log.jsonl --parser w.parser.json --rows rows.jsonl --threads 0');
    const rows = await readFile(join(folder, 'rows.jsonl'), 'utf8');
    const bytes = Buffer.from(log);
    for (const size of [7, 1000, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      );
      const { code, out, err } = await runCli(folder, 'judge w.parser.json#w', Readable.from(pieces));
      assert.equal(code, 0, err);
      assert.equal(out, rows);
    }
    // A part of the file, which begins on another line.
    const rest = log.split('\n').slice(100).join('\n');
    const part = await runCli(folder, 'judge w.parser.json#w --first-line 101', rest);
    assert.equal(
      part.out,
      rows
        .split('\n')
        .filter(line => line !== '' && JSON.parse(line).line > 100)
        .map(line => `${line}\n`)
        .join(''),
    );
  });

  test('with a field a row is answered as soon as it is there', async () => {
    const input = new PassThrough();
    let seen = '';
    const answered = new Promise<void>(resolve => {
      void runCli(folder, 'judge w.parser.json --field answer.text', input, {
        onOutput: out => {
          seen = out;
          resolve();
        },
      });
    });
    input.write(`${JSON.stringify({ id: 'x', answer: { text: good } })}\n`);
    await answered;
    assert.equal(seen, '{"id":"x","line":1,"verdict":"ok"}\n');
    input.end();
  });

  test('what is measured is written where it is asked for, and read as a baseline', async () => {
    const numbers = (line: string) => Object.keys(JSON.parse(line) as object).slice(3);
    const input = jsonl(bodies.slice(0, 3));
    const all = measureNames.map(name => `--measure ${name}`).join(' ');
    const lines = (await runCli(folder, `judge w.parser.json#w ${all}`, input)).out.split('\n');
    assert.deepEqual(numbers(lines[0]!), measureNames);
    assert.deepEqual(numbers(lines[1]!), ['code', ...measureNames]);
    assert.equal(lines[2], '{"id":"c","line":3,"verdict":"skipped","code":"no-response"}');
    await writeFile(join(folder, 'log.jsonl'), input);
    const evaluate = `evaluate log.jsonl --parser w.parser.json --threads 0`;
    await runCli(folder, `${evaluate} --rows rows.jsonl ${all}`);
    assert.deepEqual(numbers((await readFile(join(folder, 'rows.jsonl'), 'utf8')).split('\n')[0]!), measureNames);
    assert.match((await runCli(folder, `${evaluate} --baseline rows.jsonl`)).out, /better 0 · worse 0/);
    for (const args of [`${evaluate} --measure judgeMs`, `${evaluate} --rows r.jsonl --measure size`])
      assert.match((await runCli(folder, args)).err, /--measure goes with --rows|--measure size: no such number/);
  });

  test('provider bodies, expected values and suspicions', async () => {
    const body = (content: string) => ({
      id: 'c1',
      choices: [{ message: { role: 'assistant', content } }],
      want: { speak: 'hi', vote: 'A' },
    });
    const one = await runCli(folder, 'judge w.parser.json', jsonl([body(good)]));
    assert.equal(one.out, '{"id":"c1","line":1,"verdict":"ok"}\n');
    const two = await runCli(
      folder,
      'judge w.parser.json --expected want',
      jsonl([{ response: good, want: { speak: 'hi', vote: 'A' } }]),
    );
    assert.equal(two.out, '{"line":1,"verdict":"right"}\n');
    const three = await runCli(folder, 'judge w.parser.json --off outside-hint', jsonl([bodies[3]]));
    assert.equal(three.out, '{"id":"d","line":1,"verdict":"ok"}\n');
  });

  test('what has no response, or cannot be used, is told', async () => {
    const none = await runCli(folder, 'judge w.parser.json', '{"x": 1}\n');
    assert.deepEqual([none.code, none.out], [2, '{"line":1,"verdict":"skipped","code":"no-response"}\n']);
    assert.equal((await runCli(folder, 'judge w.parser.json', '')).code, 0);
    assert.match((await runCli(folder, 'judge w.parser.json --off x')).err, /no such suspicion/);
    assert.match((await runCli(folder, 'judge w.parser.json --field a..b')).err, /--field/);
    assert.match((await runCli(folder, 'judge w.parser.json --first-line x')).err, /--first-line x/);
  });
});
