import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { createRowsReader, type EvaluationFile } from '../../../src/engine/index.ts';
import { fileSource, streamSource } from '../../../src/node/evaluation/fileSource.ts';
import { inputSource } from '../../../src/node/evaluation/inputSource.ts';
import { openParquet } from '../../../src/portable/formats/parquetFile.ts';
import { openLog } from '../../../src/portable/logs/openLog.ts';
import { rowsAgain } from '../../../src/portable/logs/rowsAgain.ts';
import { runCli } from '../cli/runCli.ts';
import { lyingTables } from '../portable/formats/lyingTables.ts';

const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
const good = fenced({ a: 1 });
const rows = Array.from({ length: 300 }, (_, i) => ({
  id: `r${i}`,
  model: `m${i % 3}`,
  prompt: `A long question, ${'which is nothing to group by, '.repeat(8)}${i}`,
  response: i % 9 === 0 ? good.slice(0, -6) : `${good} ${i}`,
}));
const jsonl = (items: readonly unknown[]) => items.map(item => `${JSON.stringify(item)}\n`).join('');

type Column = Parameters<typeof parquetWriteBuffer>[0]['columnData'][number];
const textColumn = (name: string, data: readonly unknown[]): Column => ({
  name,
  data: [...data] as string[],
  type: 'STRING',
});
const columnsOf = (items: readonly Readonly<Record<string, unknown>>[]) =>
  Object.keys(items[0]!).map(name =>
    textColumn(
      name,
      items.map(item => item[name]),
    ),
  );
const bytesOf = (options: Omit<Parameters<typeof parquetWriteBuffer>[0], 'writer'>) =>
  Buffer.from(parquetWriteBuffer(options));

/** A frame of zstd whose blocks are as they are. */
function zstdFrame(bytes: Uint8Array): Buffer {
  const blocks: Uint8Array[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x48])];
  for (let from = 0; from < bytes.length || from === 0; from += 65536) {
    const part = bytes.subarray(from, from + 65536);
    const head = (part.length << 3) | (from + 65536 >= bytes.length ? 1 : 0);
    blocks.push(Buffer.from([head & 255, (head >> 8) & 255, head >> 16]), part);
  }
  return Buffer.concat(blocks);
}

/** A block of LZ4 that is all literals. */
function lz4Block(bytes: Uint8Array): Uint8Array {
  const length: number[] = [];
  let rest = bytes.length - 15;
  for (; rest >= 255; rest -= 255) length.push(255);
  return bytes.length < 15
    ? Buffer.concat([Buffer.from([bytes.length << 4]), bytes])
    : Buffer.concat([Buffer.from([0xf0, ...length, rest]), bytes]);
}

suite('formats of logs', () => {
  let folder = '';
  const path = (name: string) => join(folder, name);
  const evaluate = async (args: string, input: string | Buffer = '') => {
    const { Readable } = await import('node:stream');
    return runCli(
      folder,
      `evaluate ${args} --parser p.parser.json --threads 0`,
      typeof input === 'string' ? input : Readable.from([input]),
    );
  };
  const json = async (args: string, input: string | Buffer = ''): Promise<EvaluationFile> => {
    const { code, out, err } = await evaluate(`${args} --json`, input);
    assert.equal(code, 0, err);
    return JSON.parse(out);
  };
  const numbers = ({ totals, causes, groups }: EvaluationFile) => ({
    totals,
    groups,
    causes: causes.map(({ example: { line }, ...cause }) => ({ ...cause, line })),
  });
  let expected: ReturnType<typeof numbers>;

  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-'));
    await writeFile(path('p.parser.json'), JSON.stringify({ type: 'MarkdownJsonDictParser', required_keys: ['a'] }));
    await writeFile(path('log.jsonl'), jsonl(rows));
    expected = numbers(await json('log.jsonl'));
    assert.equal(expected.groups.model?.length, 3);
  });

  suiteTeardown(() => rm(folder, { recursive: true }));

  test('Parquet gives the numbers of JSON Lines in every codec, a row being the line of its number', async () => {
    const compressors = {
      GZIP: (bytes: Uint8Array) => gzipSync(bytes),
      BROTLI: (bytes: Uint8Array) => brotliCompressSync(bytes),
      ZSTD: zstdFrame,
      LZ4_RAW: lz4Block,
    };
    for (const codec of ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI', 'ZSTD', 'LZ4_RAW'] as const) {
      await writeFile(
        path('log.parquet'),
        bytesOf({ columnData: columnsOf(rows), codec, compressors, rowGroupSize: [70, 100], pageSize: 4000 }),
      );
      const evaluation = await json('log.parquet');
      assert.deepEqual(numbers(evaluation), expected, codec);
      assert.equal(evaluation.logs[0]!.size, (await readFile(path('log.parquet'))).length);
    }
    const whole = await json('log.parquet');
    const { createHash } = await import('node:crypto');
    assert.equal(
      whole.logs[0]!.sha256,
      createHash('sha256')
        .update(await readFile(path('log.parquet')))
        .digest('hex'),
    );
  });

  test('only the columns that are needed are read behind the first rows', async () => {
    await writeFile(path('log.parquet'), bytesOf({ columnData: columnsOf(rows), rowGroupSize: 80 }));
    const source = await fileSource(path('log.parquet'));
    const opened = await openLog(source, 'log.parquet', {});
    let text = '';
    for await (const chunk of opened.chunks()) text += Buffer.from(chunk).toString();
    const lines = text
      .trimEnd()
      .split('\n')
      .map(line => Object.keys(JSON.parse(line)));
    assert.deepEqual(
      [lines.length, lines[0], lines[250]],
      [300, ['id', 'model', 'prompt', 'response'], ['id', 'model', 'response']],
    );
    // A row that is opened has all of them, without reading those before.
    const [row] = await rowsAgain(
      { source: () => fileSource(path('log.parquet')) },
      { log: 0, ...opened },
      [{ log: 0, line: 201, start: 1, end: 2, hash: 5 }],
      1e6,
    );
    assert.deepEqual([row?.id, row?.response], ['r200', rows[200]!.response]);
    // A field that is named is read.
    const prompts = await json('log.parquet --field prompt');
    assert.equal(prompts.totals.error, 300);
  });

  test('numbers, times, nothing and lists', async () => {
    const columnData: Column[] = [
      textColumn('response', [good, null, 'ü\n"']),
      { name: 'n', data: [1n, 2n ** 60n, null] as never, type: 'INT64' },
      { name: 'when', data: [new Date(0), null, new Date(1)] as never, type: 'TIMESTAMP' },
      { name: 'm', data: [[{ role: 'user', content: 'hi' }], null, []] as never, type: 'JSON' },
    ];
    const bytes = parquetWriteBuffer({ columnData });
    const file = await openParquet({
      byteLength: bytes.byteLength,
      slice: async (start, end) => bytes.slice(start, end),
    });
    let text = '';
    for await (const chunk of file.lines(0, 3)) text += Buffer.from(chunk).toString();
    assert.deepEqual(
      text
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line)),
      [
        { response: good, n: 1, when: '1970-01-01T00:00:00.000Z', m: [{ role: 'user', content: 'hi' }] },
        { response: null, n: '1152921504606846976', when: null, m: null },
        { response: 'ü\n"', n: null, when: '1970-01-01T00:00:00.001Z', m: [] },
      ],
    );
  });

  test('lines of Parquet stand in pieces that end with a line, however long one is and in whatever script', async () => {
    const texts = ['a', 'é', '→', '😀', '\n"', ''].flatMap(text =>
      [1, 700, 87_381, 87_382, 300_000].map(count => text.repeat(count)),
    );
    const data = [...texts, ...Array.from({ length: 3000 }, (_, i) => `${i} ${texts[i % 2 === 0 ? 1 : 6]!}`)];
    const bytes = parquetWriteBuffer({ columnData: [{ name: 'té', data, type: 'STRING' }] });
    const file = await openParquet({
      byteLength: bytes.byteLength,
      slice: async (start, end) => bytes.slice(start, end),
    });
    let all = '';
    for await (const piece of file.lines(0, file.count)) {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(piece);
      assert.ok(text.endsWith('\n'));
      all += text;
    }
    assert.equal(all, data.map(text => `${JSON.stringify({ té: text })}\n`).join(''));
  });

  test('a broken Parquet file is one clear error, in a folder too', async () => {
    const bytes = bytesOf({ columnData: columnsOf(rows), codec: 'UNCOMPRESSED' });
    const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
    const patched = (at: number, ...values: number[]) => {
      const copy = Buffer.from(bytes);
      copy.set(values, at);
      return copy;
    };
    const cases: readonly (readonly [string, Buffer, RegExp])[] = [
      ['footer cut', bytes.subarray(0, bytes.length - 20), /its end is cut off/],
      ['nearly all cut', bytes.subarray(0, 6), /too short/],
      ['wrong magic at the end', patched(bytes.length - 1, 0x32), /its end is cut off, or it is another file/],
      ['a description longer than the file', patched(bytes.length - 8, 255, 255, 255, 127), /description is longer/],
      ['a description of garbage', patched(footer, 0xff, 0xff, 0xff, 0xff), /Parquet file cannot be read/],
      [
        'the middle cut out',
        Buffer.concat([bytes.subarray(0, 200), bytes.subarray(footer)]),
        /stands outside of the file/,
      ],
    ];
    for (const [what, content, expectation] of cases) {
      await writeFile(path('bad.parquet'), content);
      const { code, err } = await evaluate('bad.parquet');
      assert.equal(code, 2, what);
      assert.match(err, expectation, what);
      assert.equal(err.trimEnd().split('\n').length, 1, err);
    }
    await mkdir(path('mixed'));
    await writeFile(path('mixed/a.jsonl'), jsonl(rows.slice(0, 5)));
    await writeFile(path('mixed/b.parquet'), bytes.subarray(0, 500));
    const mixed = await evaluate('mixed');
    assert.equal(mixed.code, 2);
    assert.match(mixed.err, /^mixed: cannot be read: b\.parquet: This Parquet file cannot be read: its end is cut off/);
  });

  test('what lies is an error: pages of 4 GB, values that nobody has, dictionaries, codecs', async () => {
    const few = rows.slice(0, 50);
    const bytes = bytesOf({
      columnData: [
        textColumn(
          'response',
          few.map(() => good),
        ),
      ],
      codec: 'SNAPPY',
    });
    // A page begins with its header: type (15 xx), the unpacked size (15, a varint), the packed one.
    const header = bytes.indexOf(Buffer.from([0x15, 0x04, 0x15]), 4);
    assert.equal(header, 4);
    const varint = (value: number) => {
      const out: number[] = [];
      for (let rest = value * 2; ; rest = Math.floor(rest / 128)) {
        if (rest < 128) {
          out.push(rest);
          return out;
        }
        out.push((rest % 128) + 128);
      }
    };
    const withSize = (size: number) => {
      const at = header + 3;
      let end = at;
      while (bytes[end]! & 128) end++;
      const grown = Buffer.from(varint(size));
      // What follows is moved on, over the start of the data: the header is what is looked at.
      const copy = Buffer.from(bytes);
      const rest = copy.subarray(end + 1, copy.length);
      return Buffer.concat([
        copy.subarray(0, at),
        grown,
        rest.subarray(0, copy.length - at - grown.length - 200),
        bytes.subarray(bytes.length - 200),
      ]).subarray(0);
    };
    for (const size of [2 ** 31 - 1, 2 ** 30]) {
      await writeFile(path('lie.parquet'), withSize(size));
      const before = process.memoryUsage().rss;
      const { code, err } = await evaluate('lie.parquet');
      assert.equal(code, 2);
      assert.match(err, /claims \d+ bytes|cannot be read/);
      assert(process.memoryUsage().rss - before < 200e6);
    }
    const unknown = Buffer.from(
      bytesOf({
        columnData: [
          textColumn(
            'response',
            few.map(() => good),
          ),
        ],
        codec: 'LZO',
        compressors: { LZO: (input: Uint8Array) => input },
      } as never),
    );
    await writeFile(path('codec.parquet'), unknown);
    const codec = await evaluate('codec.parquet');
    assert.deepEqual([codec.code, /unsupported compression codec: LZO/.test(codec.err)], [2, true], codec.err);
    const before = process.resourceUsage().maxRSS;
    for (const [name, message] of [
      ['index', /This Parquet file cannot be read: a value of the column response is not in its dictionary\.$/],
      ['packedRun', /This Parquet file cannot be read: its parts do not fit together\.$/],
    ] as const) {
      await writeFile(path('dictionary.parquet'), lyingTables[name]());
      const { code: ended, err } = await evaluate('dictionary.parquet');
      assert.deepEqual([ended, err.trimEnd().split('\n').length], [2, 1], err);
      assert.match(err.trimEnd(), message, err);
    }
    // A run of two billions is one of as many values as the page has.
    await writeFile(path('dictionary.parquet'), lyingTables.run());
    assert.equal((await json('dictionary.parquet')).totals.rows, 600);
    assert(process.resourceUsage().maxRSS - before < 300_000);
  });

  test('a packed log that is cut is one clear error', async () => {
    const packed = gzipSync(jsonl(rows));
    for (const content of [packed.subarray(0, packed.length / 2), packed.subarray(0, -4), packed.subarray(0, 5)]) {
      await writeFile(path('cut.jsonl.gz'), content);
      const { code, err } = await evaluate('cut.jsonl.gz');
      assert.deepEqual([code, err.trimEnd().split('\n').length], [2, 1], err);
      assert.match(err, /LogIsCompressed: cut\.jsonl\.gz: The log cannot be unpacked: unexpected end of file/);
    }
  });

  test('lists and objects are read a row group at once, as far as it claims what can be held', async () => {
    const dialog = (i: number) => [{ role: 'assistant', content: i % 2 ? good : 'x' }];
    const few = Array.from({ length: 50 }, (_, i) => dialog(i));
    const message = {
      name: 'element',
      repetition_type: 'OPTIONAL' as const,
      num_children: 2,
    };
    const text = (name: string) => ({
      name,
      type: 'BYTE_ARRAY' as const,
      converted_type: 'UTF8' as const,
      repetition_type: 'OPTIONAL' as const,
    });
    const schema = [
      { name: 'root', num_children: 1 },
      { name: 'messages', repetition_type: 'OPTIONAL' as const, num_children: 1, converted_type: 'LIST' as const },
      { name: 'list', repetition_type: 'REPEATED' as const, num_children: 1 },
      message,
      text('role'),
      text('content'),
    ];
    const nested = bytesOf({ columnData: [{ name: 'messages', data: few }], schema } as never);
    await writeFile(path('nested.parquet'), nested);
    assert.deepEqual((await json('nested.parquet')).totals, {
      rows: 50,
      skipped: 0,
      untried: 0,
      ok: 25,
      suspicious: 0,
      error: 25,
    });
    const bytes = {
      byteLength: nested.length,
      slice: async (start: number, end?: number) => {
        const part = nested.subarray(start, end);
        return part.buffer.slice(part.byteOffset, part.byteOffset + part.length) as ArrayBuffer;
      },
    };
    // The same with a limit that it passes.
    const rowsOf = await openParquet(bytes, 1000);
    await assert.rejects(rowsOf.lines(0, 9).next(), /lists or objects of 0 MB.*write it with smaller row groups/);
  });

  test('no bytes of a Parquet file crash it @slow', async () => {
    const bytes = bytesOf({ columnData: columnsOf(rows.slice(0, 120)), rowGroupSize: 50, pageSize: 2000 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(bytes.length - 5), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        async faults => {
          const copy = Buffer.from(bytes);
          for (const [at, value] of faults) copy[4 + (at % (bytes.length - 8))] = value;
          await writeFile(path('fuzzed.parquet'), copy);
          const before = performance.now();
          const { code, err } = await evaluate('fuzzed.parquet');
          assert(code === 0 || code === 2);
          assert(code === 0 || err.length < 1000);
          // What decodes it is ended where it does not come to an end.
          assert(performance.now() - before < 60_000);
        },
      ),
      { numRuns: Number(process.env.PARSERLENS_MUTANTS ?? 25), seed: 7 },
    );
  });

  test('zstd, also of several frames, also cut, also within zstd', async () => {
    const text = Buffer.from(jsonl(rows));
    const half = text.indexOf('\n', text.length / 2) + 1;
    await writeFile(path('log.jsonl.zst'), zstdFrame(text));
    assert.deepEqual(numbers(await json('log.jsonl.zst')), expected);
    await writeFile(
      path('log.jsonl.zst'),
      Buffer.concat([zstdFrame(text.subarray(0, half)), zstdFrame(text.subarray(half))]),
    );
    assert.deepEqual(numbers(await json('log.jsonl.zst')), expected);
    assert.deepEqual(numbers(await json('-', zstdFrame(text))), expected);
    assert.deepEqual(numbers(await json('-', gzipSync(text))), expected);
    for (const [content, expectation] of [
      [zstdFrame(text).subarray(0, 5000), /cannot be unpacked/],
      [zstdFrame(zstdFrame(text)), /compressed twice/],
      [Buffer.concat([zstdFrame(text).subarray(0, 400), Buffer.alloc(400, 255)]), /cannot be unpacked/],
      // A window of a terabyte.
      [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xf8, 1, 0, 0]), /cannot be unpacked/],
    ] as const) {
      await writeFile(path('bad.jsonl.zst'), content);
      const { code, err } = await evaluate('bad.jsonl.zst');
      assert.equal(code, 2, err);
      assert.match(err, expectation);
    }
  });

  test('a few bytes of zstd that become a gigabyte do so piece by piece', async () => {
    // Blocks of one byte, 128 KB times.
    const block = Buffer.from([
      (((128 * 1024) << 3) & 255) | 2,
      (((128 * 1024) << 3) >> 8) & 255,
      ((128 * 1024) << 3) >> 16,
      0x20,
    ]);
    const last = Buffer.from(block);
    last[0]! |= 1;
    const frame = Buffer.concat([
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x48]),
      ...Array.from({ length: 2047 }, () => block),
      last,
    ]);
    await writeFile(path('bomb.jsonl.zst'), Buffer.concat([zstdFrame(Buffer.from(jsonl(rows.slice(0, 10)))), frame]));
    const before = process.memoryUsage().rss;
    const { totals } = await json('bomb.jsonl.zst');
    assert.deepEqual([totals.rows, totals.skipped], [11, 1]);
    assert(process.memoryUsage().rss - before < 500e6);
  });

  test('folders of shards and patterns are one log, in order', async () => {
    await mkdir(path('shards/more'), { recursive: true });
    await writeFile(
      path('shards/train-00000-of-00003.parquet'),
      bytesOf({ columnData: columnsOf(rows.slice(0, 100)) }),
    );
    await writeFile(path('shards/train-00001-of-00003.jsonl.gz'), gzipSync(jsonl(rows.slice(100, 200))));
    await writeFile(path('shards/train-00002-of-00003.jsonl.zst'), zstdFrame(Buffer.from(jsonl(rows.slice(200)))));
    const { totals, causes, groups, logs } = await json('shards');
    assert.deepEqual([totals, groups], [expected.totals, expected.groups]);
    assert.deepEqual(
      causes.map(({ count }) => count),
      expected.causes.map(({ count }) => count),
    );
    assert.deepEqual(
      logs.map(log => log.path),
      ['00000-of-00003.parquet', '00001-of-00003.jsonl.gz', '00002-of-00003.jsonl.zst'].map(name =>
        join('shards', `train-${name}`),
      ),
    );
    const pattern = await json('shards/train-*[0-9]-of-0000?.*');
    assert.deepEqual(pattern, await json('shards'));
    await writeFile(path('shards/more/x.jsonl'), jsonl(rows.slice(0, 3)));
    assert.equal((await json('**/more/*.jsonl')).totals.rows, 3);
    assert.match((await evaluate('shards/none*')).err, /there is no such file/);
  });

  test('Parquet on standard input, by way of a temporary file that is bounded', async () => {
    const bytes = bytesOf({ columnData: columnsOf(rows) });
    assert.deepEqual(numbers(await json('-', bytes)), expected);
    const { code, err } = await evaluate('-', bytes.subarray(0, 900));
    assert.deepEqual([code, /This Parquet file cannot be read: its end is cut off/.test(err)], [2, true], err);
    const inTwo = async function* () {
      yield bytes.subarray(0, 2);
      yield bytes.subarray(2);
    };
    await assert.rejects(inputSource(inTwo(), 1000), /LogIsTooLarge|may have 0 MB/);
    assert.equal((await inputSource(inTwo())).record !== undefined, true);
    // What has not four bytes, and what has none.
    assert.equal((await evaluate('-', 'x')).code, 0);
    assert.equal((await evaluate('-', '')).code, 2);
  });

  test('what is packed or a table is told by its first bytes, whatever its name is, in folders too', async () => {
    await mkdir(path('unnamed'));
    const bytes = bytesOf({ columnData: columnsOf(rows.slice(0, 100)) });
    await writeFile(path('unnamed/a'), bytes);
    await writeFile(path('unnamed/b.bin'), gzipSync(jsonl(rows.slice(100, 200))));
    await writeFile(path('unnamed/c.2024-05-01'), zstdFrame(Buffer.from(jsonl(rows.slice(200)))));
    const { totals, groups, logs } = await json('unnamed');
    assert.deepEqual([totals, groups], [expected.totals, expected.groups]);
    assert.deepEqual(
      logs.map(log => log.path),
      ['a', 'b.bin', 'c.2024-05-01'].map(name => join('unnamed', name)),
    );
    assert.equal((await json('unnamed/b.bin')).totals.rows, 100);
    // A table of one row is no document, whatever its file is called.
    await writeFile(path('one.json'), bytesOf({ columnData: columnsOf(rows.slice(1, 2)) }));
    assert.equal((await json('one.json')).totals.ok, 1);
    // A packed text is a response.
    await mkdir(path('texts'));
    await writeFile(path('texts/x.txt.gz'), gzipSync(good));
    await writeFile(path('texts/y.txt'), good);
    await writeFile(path('texts/z.json'), JSON.stringify([{ response: good }], null, 2));
    assert.deepEqual((await json('texts')).totals, { rows: 3, skipped: 0, untried: 0, ok: 3, suspicious: 0, error: 0 });
  });

  test('a column of messages: the last answer, or all, each a row', async () => {
    const tool = { role: 'tool', content: 'done' };
    const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } };
    const chats = [
      {
        id: 'a',
        dialog: [
          { role: 'user', content: 'q' },
          { role: 'assistant', content: 'no' },
          { role: 'user', content: 'again' },
          { role: 'assistant', content: good },
          tool,
        ],
      },
      { id: 'b', dialog: [{ role: 'assistant', content: null, tool_calls: [call] }, tool] },
      { id: 'c', dialog: [{ role: 'user', content: 'unanswered' }] },
      {
        dialog: [
          { role: 'user', content: 'q' },
          { role: 'assistant', content: [{ type: 'text', text: good }] },
        ],
      },
    ];
    await writeFile(path('chats.jsonl'), jsonl(chats));
    const last = await json('chats.jsonl');
    assert.deepEqual(
      [last.logs[0]!.reader, last.logs[0]!.field],
      ['conversation', 'the last answer of a conversation'],
    );
    assert.deepEqual(last.totals, { rows: 4, skipped: 2, untried: 0, ok: 2, suspicious: 0, error: 0 });
    assert.equal((await evaluate('chats.jsonl --turn all --rows turns.jsonl --force --group-by turn')).code, 0);
    assert.deepEqual(
      (await readFile(path('turns.jsonl'), 'utf8'))
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line))
        .map(({ id, line, verdict }) => [id, line, verdict]),
      [
        ['a#1', 1, 'error'],
        ['a#2', 1, 'ok'],
        ['b#1', 2, 'skipped'],
        ['c', 3, 'skipped'],
        ['line 4#1', 4, 'ok'],
      ],
    );
    // ShareGPT's names, in a table's cell as JSON text.
    const shared = [
      {
        id: 'x',
        chat: JSON.stringify([
          { from: 'human', value: 'q' },
          { from: 'gpt', value: good },
          { from: 'human', value: 'thanks' },
        ]),
      },
    ];
    assert.equal((await json('-', jsonl(shared))).totals.ok, 1);
    const mixed = {
      id: 'm',
      first: [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: 'x' },
      ],
      second: chats[0]!.dialog,
    };
    assert.equal((await json('- --turn last --field second', jsonl([mixed]))).totals.ok, 1);
    // What is said of a log can be named again: the editor keeps it so.
    const answers = async (field: string, items: readonly unknown[]) => {
      const opened = await openLog(
        streamSource(async function* () {
          yield jsonl(items);
        }),
        'x.jsonl',
        { field },
      );
      return [opened.field, opened.reading.reader, opened.reading.turns, opened.reading.field];
    };
    assert.deepEqual(await answers('all answers of a conversation', chats), [
      'all answers of a conversation',
      'conversation',
      'all',
      undefined,
    ]);
    assert.deepEqual(await answers('the last answer of second', [mixed]), [
      'the last answer of second',
      'conversation',
      undefined,
      'second',
    ]);
    const opened = await openLog(
      streamSource(async function* () {
        yield jsonl([mixed]);
      }),
      'x.jsonl',
      {},
    );
    assert.deepEqual(opened.fields.slice(0, 4), [
      'the last answer of first',
      'all answers of first',
      'the last answer of second',
      'all answers of second',
    ]);
    // Calls of tools that stand beside the conversation are the last answer's.
    const beside = { messages: chats[0]!.dialog.slice(0, 4), tool_calls: JSON.stringify([call]) };
    for (const row of [beside, { response: good, tool_calls: [call] }]) {
      const log = await openLog(
        streamSource(async function* () {
          yield jsonl([row]);
        }),
        'x.jsonl',
        {},
      );
      const [read] = createRowsReader(log.reading)(row, { log: 0, line: 1 });
      assert.deepEqual(read!.response, { content: good, tool_calls: [call] });
    }
    assert.match((await evaluate('chats.jsonl --turn some')).err, /--turn some: write last or all/);
  });

  test('parts and what is gone on with, of Parquet and of conversations', async () => {
    await writeFile(path('log.parquet'), bytesOf({ columnData: columnsOf(rows), rowGroupSize: 80 }));
    const turns = Array.from({ length: 300 }, (_, i) => ({
      id: `c${i}`,
      talk: Array.from({ length: 1 + (i % 4) }, (__, k) => ({
        role: 'assistant',
        content: (i + k) % 3 === 0 ? good.slice(0, -5) : good,
      })),
    }));
    await writeFile(path('talks.jsonl'), jsonl(turns));
    for (const log of ['log.parquet', 'talks.jsonl --turn all']) {
      await evaluate(`${log} --out whole.evaluation.json --force`);
      for (const i of [1, 2, 3])
        assert.equal((await evaluate(`${log} --shard ${i}/3 --out ${i}.evaluation.json --force`)).code, 0);
      const { code, err } = await runCli(
        folder,
        'merge 3.evaluation.json 1.evaluation.json 2.evaluation.json --out merged.evaluation.json --force',
      );
      assert.equal(code, 0, err);
      assert.equal(
        await readFile(path('merged.evaluation.json'), 'utf8'),
        await readFile(path('whole.evaluation.json'), 'utf8'),
      );
    }
  });
});
