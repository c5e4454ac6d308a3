import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { summarize } from '../../../src/engine/index.ts';
import { addressedLogs } from '../../../src/extension/runtime/addressedLogs.ts';
import { unpackedTable } from '../../../src/extension/runtime/browser/unpackedTable.ts';
import { bytesLogs } from '../../../src/extension/runtime/bytesLogs.ts';
import { evaluationRunner } from '../../../src/extension/runtime/node/evaluationRunner.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { unzstd } from '../../../src/portable/formats/unzstd.ts';
import { Cancel, type EvaluationLog, type OpenLog } from '../../../src/service/evaluationLogs.ts';

const table = () => assert.fail('there is no table');
const loadFormats = async () => ({ table, unzstd });
const definition = { type: 'MarkdownJsonDictParser', required_keys: ['a'] };
const plan = {
  definitions: [{ text: JSON.stringify(definition), fileName: 'memory:/x.parser.json', name: 'x' }],
  off: [],
  table: {},
};
const row = (value: unknown) => `${JSON.stringify({ response: `\`\`\`json\n${JSON.stringify(value)}\n\`\`\`` })}\n`;
const bytes = (text: string) => new TextEncoder().encode(text);
const text = row({ a: 1 }).repeat(3000) + row({ b: 2 }).repeat(500) + row({ ä: '😀' });

/** Evaluates a log, and gives what it was opened as. */
async function evaluate(runner = bytesLogs(nodeHost, loadFormats), log: Partial<EvaluationLog> = {}) {
  const opened: OpenLog[] = [];
  const hooks = { signal: new Cancel(), onLog: (one: OpenLog) => void opened.push(one), onProgress: () => {} };
  const result = await runner.evaluate([{ path: 'x.jsonl', name: 'x.jsonl', ...log }], plan, hooks);
  const { totals } = summarize(result.tables[0]!);
  return { ...result, totals, opened: opened[0]!, hooks };
}

suite('bytesLogs', () => {
  test('bytes come to what the same file on the disk comes to', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parserlens-bytes-'));
    try {
      const file = join(folder, 'x.jsonl');
      await writeFile(file, text);
      const onDisk = await evaluate(evaluationRunner(nodeHost), { file });
      const inMemory = await evaluate(bytesLogs(nodeHost, loadFormats), { bytes: bytes(text) });
      assert.deepEqual(inMemory.totals, onDisk.totals);
      assert.deepEqual(inMemory.logs, onDisk.logs);
      assert.equal(inMemory.totals.ok, 3000);
      assert.equal(inMemory.logs[0]!.sha256, createHash('sha256').update(text).digest('hex'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }).timeout(20_000);

  for (const [what, given] of [
    ['as they are', bytes(text)],
    ['behind a byte order mark', bytes(`\ufeff${text}`)],
    ['packed', new Uint8Array(gzipSync(text))],
  ] as const)
    test(`rows are read again: ${what}`, async () => {
      const { tables, opened } = await evaluate(bytesLogs(nodeHost, loadFormats), { bytes: given });
      const places = [0, 3100, 3500].map(i => tables[0]!.row(i).place);
      const rows = await opened.rows(places, 10_000);
      assert.deepEqual(
        rows.map(one => /"(.)"/.exec(String(one?.response).replaceAll('\\', ''))?.[1]),
        ['a', 'b', 'ä'],
      );
      let count = 0;
      await opened.search('', () => ++count > 0);
      assert.equal(count, 3501);
    }).timeout(20_000);

  test('what is packed and broken is an error of its own', async () => {
    const broken = new Uint8Array(gzipSync(text)).slice(0, 200);
    await assert.rejects(evaluate(bytesLogs(nodeHost, loadFormats), { bytes: broken }), { class: 'LogIsCompressed' });
  });

  test('a log on another file system grows: its whole lines are judged, each once', async () => {
    let now = row({ a: 1 });
    const files = { readWhole: async () => bytes(now) } as never;
    const runner = addressedLogs(bytesLogs(nodeHost, loadFormats), files);
    const log = { path: 'x.jsonl', name: 'x.jsonl', address: 'memory:/x.jsonl' };
    const { hooks } = await evaluate(runner, { address: log.address });
    const start = { from: bytes(now).length, lines: 1 };
    assert.equal(await runner.evaluateMore(log, start, plan, hooks), undefined);
    now += `${row({ b: 1 })}${row({ a: 2 })}{"resp`;
    const more = await runner.evaluateMore(log, start, plan, hooks);
    assert.equal(summarize(more!.tables[0]!).totals.rows, 2);
    assert.equal(more!.tables[0]!.row(0).place.line, 2);
    assert.deepEqual(more!.next, { from: bytes(now).length - 6, lines: 3 });
    assert.equal(await runner.evaluateMore(log, more!.next, plan, hooks), undefined);
  });
});

suite('unpackedTable', () => {
  test('a table is unpacked, unless the server had it unpacked', async () => {
    const table = bytes('abc');
    assert.deepEqual(await unpackedTable(new Uint8Array(gzipSync(table))), table);
    assert.deepEqual(await unpackedTable(table), table);
  });
});
