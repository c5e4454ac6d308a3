import { equal, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { askThread } from '../../../src/node/askThread.ts';

const thread = (body: string) =>
  new Worker(
    `const { parentPort } = require('node:worker_threads'); parentPort.on('message', question => { ${body} });`,
    {
      eval: true,
    },
  );
const events = ['message', 'error', 'exit'] as const;

suite('a question to a thread', () => {
  const limit = 10_000;
  let worker: Worker;
  teardown(() => worker.terminate());
  const isLeftAlone = () => {
    for (const event of events) equal(worker.listenerCount(event), 0, event);
  };

  test('has its answer, and nothing stays behind', async () => {
    worker = thread('parentPort.postMessage(question + 1);');
    equal(await askThread<number>(worker, 1, limit), 2);
    equal(await askThread<number>(worker, 2, limit), 3);
    isLeftAlone();
  });

  test('has none in time', async () => {
    worker = thread('');
    equal(await askThread(worker, 1, 20), undefined);
    isLeftAlone();
  });

  test('fails as the thread fails', async () => {
    worker = thread("throw new Error('of the thread');");
    await rejects(askThread(worker, 1, limit), /of the thread/);
    isLeftAlone();
  });

  test('fails where the thread ends, or had ended', async () => {
    worker = thread('process.exit();');
    await rejects(askThread(worker, 1, limit), /worker ended/);
    isLeftAlone();
    await rejects(askThread(worker, 1, limit), /worker ended/);
    const other = thread('');
    await Promise.all([once(other, 'exit'), other.terminate()]);
    await rejects(askThread(other, 1, limit), /worker ended/);
  });
});
