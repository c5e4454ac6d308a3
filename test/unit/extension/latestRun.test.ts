import { deepEqual, equal } from 'node:assert/strict';
import { LatestRun } from '../../../src/extension/latestRun.ts';

/** Work that is ended by hand. */
function work() {
  const open: { resolve(): void; reject(error: unknown): void }[] = [];
  const failed: unknown[] = [];
  const start = () => new Promise<void>((resolve, reject) => open.push({ resolve, reject }));
  return { open, failed, updates: new LatestRun(start, error => failed.push(error)) };
}

suite('updates of which the latest matters', () => {
  test('what is asked for meanwhile is done once, afterwards', async () => {
    const { open, updates } = work();
    const all = updates.run();
    await Promise.all([updates.run(), updates.run()]);
    equal(open.length, 1);
    open[0]!.resolve();
    while (open.length < 2) await Promise.resolve();
    open[1]!.resolve();
    await all;
    equal(open.length, 2);
  });

  test('it may run again later, and one that fails keeps none from the next', async () => {
    const { open, failed, updates } = work();
    const first = updates.run();
    void updates.run();
    open[0]!.reject('no');
    while (open.length < 2) await Promise.resolve();
    open[1]!.resolve();
    await first;
    const later = updates.run();
    open[2]!.resolve();
    await later;
    deepEqual([failed, open.length], [['no'], 3]);
  });
});
