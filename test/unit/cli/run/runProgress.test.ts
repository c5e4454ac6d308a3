import { deepEqual, equal } from 'node:assert/strict';
import type { Io } from '../../../../src/cli/io.ts';
import { RunProgress } from '../../../../src/cli/run/runProgress.ts';
import { RunTally } from '../../../../src/engine/index.ts';

suite('the progress of runs', () => {
  const written = (isTTY: boolean) => {
    const lines: string[] = [];
    const progress = new RunProgress(3, {
      stderr: { isTTY, write: (text: string) => lines.push(text) },
    } as unknown as Io);
    const tally = new RunTally();
    for (const [i, isRead] of [true, false, undefined].entries()) {
      tally.add({ id: String(i), retry: 0, ...(isRead !== undefined && { isRead }) });
      progress.add(tally.summary());
    }
    progress.end();
    return lines;
  };

  test('one line on a terminal, which is gone in the end', () => {
    const clear = '\r\u001b[K';
    deepEqual(written(true), [
      `${clear}1 of 3 runs: 1 read`,
      `${clear}2 of 3 runs: 1 read`,
      `${clear}3 of 3 runs: 1 read, 1 without an answer`,
      clear,
    ]);
  });

  test('nothing in a file or a pipe', () => equal(written(false).length, 0));
});
