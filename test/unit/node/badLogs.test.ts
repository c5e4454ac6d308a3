import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { EngineError, summarize } from '../../../src/engine/index.ts';
import { evaluateLogs } from '../../../src/node/evaluation/evaluateLogs.ts';
import { fileSource, streamSource } from '../../../src/node/evaluation/fileSource.ts';
import { inputsAt } from '../../../src/node/evaluation/inputsAt.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import type { EvaluationProgress } from '../../../src/portable/logs/fold.ts';
import type { LogsEvaluation } from '../../../src/portable/logs/judgeLogs.ts';
import type { LogSource } from '../../../src/portable/logs/logSource.ts';
import { propertyRuns } from '../../propertyRuns.ts';

const definition = { type: 'MarkdownJsonDictParser', required_keys: ['a'] };
const row = (value: unknown) => `${JSON.stringify({ response: `\`\`\`json\n${JSON.stringify(value)}\n\`\`\`` })}\n`;
const good = row({ a: 1 });

const planOf = (keys: object) => ({
  definitions: [{ text: JSON.stringify(keys), fileName: join(tmpdir(), 'x.parser.json'), name: 'x' }],
  table: {},
});
const plan = planOf(definition);

/** Evaluates in this thread; the totals must add up, whatever the log is. */
async function evaluate(source: LogSource, keys: object = definition, name = 'log.jsonl') {
  const judged = await evaluateLogs([{ path: name, name, source }], planOf(keys), { host: nodeHost, threads: 0 });
  return { ...judged, totals: totalsOf(judged) };
}

function totalsOf({ tables }: Pick<LogsEvaluation, 'tables'>) {
  const { totals, causes } = summarize(tables[0]!);
  const { rows, skipped, ok, suspicious, error } = totals;
  assert.equal(rows, skipped + ok + suspicious + error);
  assert.equal(
    suspicious + error,
    causes.reduce((sum, { count }) => sum + count, 0),
  );
  return totals;
}

/** What becomes of a log; in which compressed bytes are an error with a name. */
async function outcome(source: LogSource, name: string) {
  try {
    const { tables, totals } = await evaluate(source, { type: 'MarkdownJsonDictParser' }, name);
    const { skips, groups } = summarize(tables[0]!, ['model']);
    assert.equal(
      totals.skipped,
      skips.reduce((sum, { count }) => sum + count, 0),
    );
    for (const key of ['rows', 'skipped', 'ok', 'suspicious', 'error'] as const)
      assert.equal(
        totals[key],
        groups.model!.reduce((sum, group) => sum + group[key], 0),
      );
    return totals;
  } catch (error) {
    assert.ok(error instanceof EngineError && error.class === 'LogIsCompressed', String(error));
    return error.class;
  }
}

const numbers = (totals: ReturnType<typeof totalsOf>) => [totals.rows, totals.skipped, totals.ok, totals.error];
const streamed = (...texts: readonly string[]) =>
  streamSource(async function* () {
    for (const text of texts) yield Buffer.from(text);
  });

suite('logs that are not as they should be', () => {
  let folder = '';
  let path = '';
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-'));
    path = join(folder, 'log.jsonl');
  });
  teardown(() => rm(folder, { recursive: true }));

  test('one that grows is read as it was when it was opened', async () => {
    await writeFile(path, good.repeat(3));
    const source = await fileSource(path);
    await appendFile(path, good.repeat(2));
    const { totals, logs } = await evaluate(source);
    assert.deepEqual([numbers(totals), logs[0]?.size], [[3, 0, 3, 0], 3 * good.length]);
  });

  test('one that is cut while it is read is an error that names it', async () => {
    for (const rows of [3, 20_000]) {
      await writeFile(path, good.repeat(rows));
      const source = await fileSource(path);
      const cut = { ...source, chunks: () => cutBehindFirst(source.chunks()) };
      const error = await evaluate(cut).then(
        () => undefined,
        (error: unknown) => error,
      );
      assert.ok(error instanceof EngineError);
      assert.equal(error.class, 'LogIsCut');
      assert.match(error.message, /^log\.jsonl: The log was cut while it was read: of \d+ bytes there are \d+\.$/);
    }
    async function* cutBehindFirst(chunks: AsyncIterable<Uint8Array>) {
      const all = chunks[Symbol.asyncIterator]();
      await truncate(path, Math.min(2 * good.length, 300_000));
      yield* { [Symbol.asyncIterator]: () => all };
    }
  });

  test('one that becomes another is read as far as the old one went', async () => {
    await writeFile(path, good.repeat(3));
    const source = await fileSource(path);
    await writeFile(path, `${'x'.repeat(good.length - 1)}\n${good.repeat(5)}`);
    assert.deepEqual(numbers((await evaluate(source)).totals), [3, 1, 2, 0]);
  });

  test('a line of a hundred megabytes is a row that is told and not read', async () => {
    const chunk = Buffer.alloc(256 * 1024, 'x');
    const source = streamSource(async function* () {
      yield Buffer.from(good);
      for (let i = 0; i < 400; i++) yield chunk;
      yield Buffer.from(`\n${good}`);
    });
    const { tables, totals } = await evaluate(source);
    assert.deepEqual(numbers(totals), [3, 1, 2, 0]);
    const skips = summarize(tables[0]!).skips.map(({ code, count }) => [code, count]);
    assert.deepEqual(skips, [['too-long', 1]]);
  });

  test('what is larger than the memory that it may take is read without being kept @slow', async () => {
    const chunk = Buffer.from(`${good}${JSON.stringify({ other: 'x'.repeat(256 * 1024 - good.length - 20) })}\n`);
    const chunks = Math.ceil((propertyRuns(480, 1024) * 1024 ** 2) / chunk.length);
    let most = 0;
    const source = streamSource(async function* () {
      for (let i = 0; i < chunks; i++) {
        most = Math.max(most, process.memoryUsage().rss);
        yield chunk;
      }
    });
    const before = process.memoryUsage().rss;
    assert.deepEqual(numbers((await evaluate(source)).totals), [2 * chunks, chunks, chunks, 0]);
    assert.ok(most - before < 400 * 1024 ** 2, `${(most - before) / 1024 ** 2} MB`);
  }).timeout(300_000);

  test('rows of anything: each is counted, wherever the bytes are cut', async () => {
    const values = fc.oneof(
      fc.json(),
      fc.string().map(text => text.replace(/[\r\n]/g, ' ')),
      fc.constantFrom(
        '{"response": null}',
        '{"response": []}',
        '{',
        '',
        '  ',
        '\ufeff',
        good.trim(),
        '{"response": 1}',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 8 }), fc.nat(100), async (lines, cut) => {
        const text = `${good}${lines.join('\n')}`;
        const { totals } = await evaluate(streamed(text.slice(0, cut), text.slice(cut)));
        assert.equal(totals.rows, 1 + lines.filter(line => !/^[ \t\r]*$/.test(line)).length);
      }),
      { numRuns: propertyRuns(40, 100) },
    );
  });

  const lab = 'test/conformance/lab';
  for (const name of readdirSync(lab).filter(each => !/facts|parser/.test(each)))
    test(`${name}, broken anywhere: every row is counted once, wherever the bytes are cut`, async () => {
      const bytes = await readFile(join(lab, name));
      const damage = fc.record({
        at: fc.nat(bytes.length),
        length: fc.oneof(fc.nat(3), fc.nat(2000)),
        put: fc.oneof(
          fc.uint8Array({ maxLength: 4 }),
          fc.constantFrom('"', '\\', '{', ']', '\n', ',', '\0', '\r', '""').map(text => Buffer.from(text)),
        ),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(damage, { minLength: 1, maxLength: 4 }),
          fc.array(fc.nat(bytes.length)),
          async (all, cuts) => {
            const broken = all.reduce<Uint8Array>(
              (log, { at, length, put }) => Buffer.concat([log.subarray(0, at), put, log.subarray(at + length)]),
              bytes,
            );
            const places = [0, ...cuts.sort((a, b) => a - b), broken.length];
            const source = streamSource(async function* () {
              for (const [i, start] of places.slice(0, -1).entries()) yield broken.slice(start, places[i + 1]);
            });
            const whole = streamSource(async function* () {
              yield broken;
            });
            const [one, other] = [await outcome(source, name), await outcome(whole, name)];
            assert.deepEqual(one, other);
          },
        ),
        { numRuns: propertyRuns(4, 15) },
      );
    });

  for (const [what, keys, expected] of [
    ['has no type of ours', { type: 'Nothing' }, /There is no definition/],
    ['lacks what it needs', { type: 'MultiTaggedContentParser', tagged_contents: [{ name: 'a' }] }, /missing/],
  ] as const)
    test(`a definition that ${what} is a message`, () => assert.rejects(evaluate(streamed(good), keys), expected));

  test('a module that throws, ends its process or never ends costs its rows only, and the last are counted apart @slow', async () => {
    await writeFile(
      join(folder, 'm.mjs'),
      `export const formatInstruction = () => '';
export const parse = text => {
  if (text === 'throw') throw new RangeError('no');
  if (text === 'exit') process.exit(3);
  for (; text === 'loop'; );
  return text;
};
`,
    );
    const texts = ['one', 'throw', 'two', 'exit', 'three', 'loop', 'four'];
    const text = JSON.stringify({ type: 'custom', module: 'm.mjs' });
    const source = streamed(...texts.map(each => `${JSON.stringify({ response: each })}\n`));
    const judged = await evaluateLogs(
      [{ path: 'log.jsonl', name: 'log.jsonl', source }],
      { definitions: [{ text, fileName: join(folder, 'x.parser.json'), name: 'x' }], table: {} },
      { host: nodeHost, threads: 0 },
    );
    assert.deepEqual(numbers(totalsOf(judged)), [7, 1, 4, 2]);
    assert.equal(totalsOf(judged).unread, 1);
  }).timeout(120_000);

  test('one in gzip is unpacked, also where it is broken off or has another encoding; what is packed otherwise is told', async () => {
    const packed = gzipSync(good.repeat(9));
    await writeFile(path, packed);
    const source = await fileSource(path);
    assert.deepEqual(numbers((await evaluate(source)).totals), [9, 0, 9, 0]);
    // The numbers of the file, and not of what is in it; what is in it has no places there.
    assert.deepEqual([source.facts().size, source.offset], [packed.length, undefined]);
    await writeFile(path, gzipSync(Buffer.from(`\ufeff${good}`, 'utf16le')));
    assert.deepEqual(numbers((await evaluate(await fileSource(path))).totals), [1, 0, 1, 0]);
    const told = async (bytes: Uint8Array, message: RegExp) => {
      await writeFile(path, bytes);
      await assert.rejects(
        async () =>
          evaluateLogs([{ path, name: 'log.jsonl', source: await fileSource(path) }], plan, {
            host: nodeHost,
            threads: 0,
          }),
        error => error instanceof EngineError && error.class === 'LogIsCompressed' && message.test(error.message),
      );
    };
    await told(packed.subarray(0, 40), /cannot be unpacked: unexpected end of file/);
    await told(gzipSync(packed), /compressed twice/);
    await told(Buffer.from('PK\x03\x04 and more'), /unpack it first/);
  });

  test('of a folder, what cannot be read any more is an error that names it', async () => {
    const text = join(folder, 'x.txt');
    await writeFile(path, good.repeat(3));
    await writeFile(join(folder, 'm.jsonl'), good);
    await writeFile(join(folder, 'n.jsonl'), gzipSync(good));
    await writeFile(text, 'nothing');
    const inputs = await inputsAt(folder, 'f');
    const judged = await evaluateLogs(inputs, plan, { host: nodeHost, threads: 0 });
    assert.deepEqual(
      judged.logs.map(one => one.path),
      ['log.jsonl', 'm.jsonl', 'n.jsonl', ''].map(name => join('f', name)),
    );
    for (const gone of [text, join(folder, 'm.jsonl')]) {
      const again = await inputsAt(folder, 'f');
      await rm(gone);
      await assert.rejects(
        evaluateLogs(again, plan, { host: nodeHost, threads: 0 }),
        (error: NodeJS.ErrnoException) => error.code === 'ENOENT' && error.path === gone,
      );
      await writeFile(gone, good);
    }
  });

  test('the first rows are judged where the log is read, before a thread has begun', async () => {
    await writeFile(path, good.repeat(5000));
    const sizes: number[] = [];
    const input = { path, name: 'log.jsonl', source: await fileSource(path) };
    // Threads have no host of ours: what they judge has no module.
    const error = { class: 'Here', message: '' };
    const { runModules: _, ...host } = { ...nodeHost, runModule: async () => ({ ok: false, error }) as const };
    const custom = { ...plan, definitions: [{ ...plan.definitions[0]!, text: '{"type":"custom","module":"./x.js"}' }] };
    const onProgress = ({ tables }: EvaluationProgress) => void sizes.push(tables[0]!.size);
    const judged = await evaluateLogs([input], custom, { host, threads: 1, modules: false, onProgress });
    totalsOf(judged);
    const counts = summarize(judged.tables[0]!).causes.map(({ code, count }) => [code, count]);
    assert.deepEqual(Object.fromEntries(counts).Here, sizes[0]);
    assert.equal(counts.length, 2);
  });
});
