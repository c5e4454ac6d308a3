import assert from 'node:assert/strict';
import { streamSource } from '../../../src/node/evaluation/fileSource.ts';
import { firstResponses } from '../../../src/portable/logs/logResponses.ts';
import { type LogSource, utf16Of } from '../../../src/portable/logs/logSource.ts';

const bytesOf = (rows: readonly unknown[]) =>
  new TextEncoder().encode(rows.map(row => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join(''));

function logOf(rows: readonly unknown[]) {
  const bytes = bytesOf(rows);
  const source: LogSource = streamSource(async function* () {
    yield bytes;
  }, bytes.length);
  return { path: 'a.jsonl', name: 'a.jsonl', source };
}

suite('the encoding of a log', () => {
  const rows: readonly (readonly [what: string, bytes: readonly number[], encoding: string | undefined])[] = [
    ['a mark', [0xff, 0xfe, 0x7b], 'utf-16le'],
    ['a mark, the other way', [0xfe, 0xff, 0x00], 'utf-16be'],
    ['{" without a mark', [0x7b, 0, 0x22, 0], 'utf-16le'],
    ['{" without a mark, the other way', [0, 0x7b, 0, 0x22], 'utf-16be'],
    ['plain text', [0x7b, 0x22, 0x61], undefined],
    ['plain text with a zero', [0x7b, 0x22, 0], undefined],
    ['zeros', [0, 0, 0], undefined],
    ['nothing', [], undefined],
  ];
  for (const [what, bytes, encoding] of rows) test(what, () => assert.equal(utf16Of(Uint8Array.from(bytes)), encoding));
});

suite('firstResponses', () => {
  const limits = { count: 3, length: 1000 };
  const rowsNamed = (name: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({ response: `${name}${i}` }));

  test('the first texts in their order; rows that are broken or have none are passed over', async () => {
    const log = logOf([
      { response: 'a' },
      'broken {',
      { id: 'none' },
      { response: '' },
      { response: { role: 'assistant', tool_calls: [{ id: 'x' }] } },
      { response: 'b' },
      { response: 'c' },
      { response: 'd' },
    ]);
    assert.deepEqual(await firstResponses([log], limits), ['a', 'b', 'c']);
  });

  test('each log has its share', async () => {
    const logs = [logOf(rowsNamed('a', 9)), logOf(rowsNamed('b', 9))];
    assert.deepEqual(await firstResponses(logs, { ...limits, count: 4 }), ['a0', 'a1', 'b0', 'b1']);
    assert.deepEqual(await firstResponses(logs, limits), ['a0', 'a1', 'b0']);
  });

  test('a long response is passed over where it is not the first', async () => {
    const long = 'x'.repeat(2000);
    assert.deepEqual(
      await firstResponses([logOf([{ response: 'a' }, { response: long }, { response: 'b' }])], limits),
      ['a', 'b'],
    );
    assert.deepEqual(await firstResponses([logOf([{ response: long }, { response: 'b' }])], limits), [long]);
  });

  test('rows asked for other definitions are left out', async () => {
    const run = { id: 't', attempts: 1, retry: 0 };
    const rows = [
      { ...run, response: 'a', parser: 'one' },
      { ...run, response: 'b', parser: 'two' },
    ];
    assert.deepEqual(await firstResponses([logOf(rows)], limits, ['one']), ['b']);
  });

  test('no more of a log is read than its first rows', async () => {
    const chunk = bytesOf(Array.from({ length: 20 }, (_, i) => ({ id: i, pad: Array(20_000).fill(1) })));
    let read = 0;
    const source = streamSource(async function* () {
      for (; read < 100; read++) yield chunk;
    });
    assert.equal((await firstResponses([{ path: 'a.jsonl', name: 'a.jsonl', source }], limits)).length, 0);
    assert.ok(read < 20, `${read} chunks`);
  });
});
