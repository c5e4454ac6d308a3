import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { TableWorkers } from '../../../src/extension/runtime/browser/tableWorkers.ts';
import { webTable } from '../../../src/extension/runtime/browser/webTable.ts';
import type { WebWorker } from '../../../src/extension/runtime/browser/webWorkers.ts';
import { lyingTables } from '../portable/formats/lyingTables.ts';

const bundle = join(import.meta.dirname, '../../../dist/web/parquet.js');
const rows = Array.from({ length: 2000 }, (_, i) => `answer ${i}`);
const table = (nested = false) =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'response', data: rows, type: 'STRING' },
        { name: 'long', data: rows.map(row => row.repeat(100)), type: 'STRING' },
        ...(nested
          ? [{ name: 'm', data: rows.map(row => [{ role: 'user', content: row }]), type: 'JSON' as const }]
          : []),
      ],
      rowGroupSize: 700,
    }),
  );

suite('webTable', () => {
  const started: Worker[] = [];
  /** The code that a browser runs, in a thread that has nothing but what a web worker has of it. */
  const start = async (): Promise<WebWorker> => {
    const code = await readFile(bundle, 'utf8');
    const thread = new Worker(
      `const { parentPort } = require('node:worker_threads');
       const self = { onmessage: null, postMessage: (message, moved) => parentPort.postMessage(message, moved) };
       parentPort.on('message', data => self.onmessage({ data }));
       ${code}
       parserlensFormats.serveTable(self);`,
      { eval: true, resourceLimits: { maxOldGenerationSizeMb: 300 } },
    );
    started.push(thread);
    const worker: WebWorker = {
      onmessage: null,
      onerror: null,
      postMessage: message => thread.postMessage(message),
      terminate: () => void thread.terminate(),
    };
    thread.on('message', data => worker.onmessage?.({ data }));
    thread.on('error', error => worker.onerror?.({ message: error.message }));
    return worker;
  };
  teardown(async () => {
    for (const thread of started.splice(0)) await thread.terminate();
  });
  const opened = (bytes: Uint8Array, silence?: ConstructorParameters<typeof TableWorkers>[2]) =>
    webTable(new TableWorkers(bytes, start, silence), { size: bytes.length, sha256: 'x' });
  const textOf = async (chunks: AsyncIterable<Uint8Array>) => {
    const pieces: Uint8Array[] = [];
    for await (const chunk of chunks) pieces.push(chunk);
    return Buffer.concat(pieces).toString();
  };

  test('a worker of its own decodes: all rows, the columns that are asked for, single rows meanwhile', async () => {
    const bytes = table(true);
    const source = await opened(bytes);
    assert.deepEqual(source.facts(), { size: bytes.length, sha256: 'x' });
    const chunks = source.chunks()[Symbol.asyncIterator]();
    const first = Buffer.from((await chunks.next()).value!).toString();
    assert.equal(first.trimEnd().split('\n').length, 100);
    source.select!(['response']);
    const second = Buffer.from((await chunks.next()).value!).toString();
    assert.deepEqual(Object.keys(JSON.parse(second.slice(0, second.indexOf('\n')))), ['response']);
    // Two are read at once.
    const row = JSON.parse(Buffer.from((await source.record!(1501))!).toString());
    assert.deepEqual([row.response, row.m], ['answer 1500', [{ role: 'user', content: 'answer 1500' }]]);
    assert.equal(await source.record!(2001), undefined);
    const rest = await textOf({ [Symbol.asyncIterator]: () => chunks });
    assert.equal((first + second + rest).trimEnd().split('\n').length, 2000);
    assert.equal(bytes.length, table(true).length);
  });

  test('a file that lies is one clear error, without a gigabyte', async () => {
    for (const name of ['index', 'run', 'packedRun'] as const) {
      const before = process.resourceUsage().maxRSS;
      const source = await opened(new Uint8Array(lyingTables[name]()));
      if (name === 'run') assert.equal((await textOf(source.chunks())).trimEnd().split('\n').length, 600, name);
      else
        await assert.rejects(textOf(source.chunks()), error => {
          assert.match(
            String(error),
            /This Parquet file cannot be read: (?:a value of the column response is not in its dictionary|its parts do not fit together)/,
            name,
          );
          return true;
        });
      assert(process.resourceUsage().maxRSS - before < 200_000, name);
    }
    for (const bytes of [table().subarray(0, 500), table().subarray(-500), new Uint8Array([80, 65, 82, 49])])
      await assert.rejects(opened(bytes), { class: 'LogIsBroken' });
  });

  test('a worker that is silent is ended, and so is one that dies', async () => {
    let ended = 0;
    const silent = async (): Promise<WebWorker> => ({
      onmessage: null,
      onerror: null,
      postMessage: () => {},
      terminate: () => void ended++,
    });
    const workers = new TableWorkers(table(), silent, { base: 50, perByte: 0 });
    await assert.rejects(webTable(workers, { size: 1, sha256: '' }), /cannot be read: it takes too long/);
    assert.equal(ended, 1);
    // It opens the file, and says nothing of its rows.
    const stuck = async (): Promise<WebWorker> => {
      const worker: WebWorker = {
        onmessage: null,
        onerror: null,
        postMessage: message => {
          if ('bytes' in (message as object)) worker.onmessage?.({ data: { opened: { count: 9, bytes: 9 } } });
        },
        terminate: () => void ended++,
      };
      return worker;
    };
    const source = await webTable(new TableWorkers(table(), stuck, { base: 50, perByte: 0 }), { size: 1, sha256: '' });
    await assert.rejects(textOf(source.chunks()), /it takes too long/);
    assert.equal(ended, 2);
    const dying = async () => {
      const worker = await silent();
      worker.postMessage = () => worker.onerror?.({ message: 'Out of memory' });
      return worker;
    };
    await assert.rejects(
      webTable(new TableWorkers(table(), dying), { size: 1, sha256: '' }),
      /cannot be read: Out of memory/,
    );
  });

  test('who stops reading ends the worker; who has read all keeps it for the next rows', async () => {
    const workers = new TableWorkers(table(), start);
    const lines = workers.lines(0);
    await lines.next();
    await lines.return(undefined);
    assert.equal(started.length, 1);
    for (let i = 0; i < 3; i++) await textOf(workers.lines(i, i + 1));
    assert.equal(started.length, 2);
  });
});
