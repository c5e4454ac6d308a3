import { deepEqual, equal } from 'node:assert/strict';
import { UpdateFeed } from '../../../src/extension/evaluation/updateFeed.ts';
import type { EvaluationUpdate } from '../../../src/service/evaluationApi.ts';

/** A feed whose updates come when the test says so, with what it asked for and what it told. */
function feed() {
  const asked: number[] = [];
  const told: number[] = [];
  const waiting: { resolve(update: EvaluationUpdate | undefined): void; reject(error: Error): void }[] = [];
  const watch = (seen: number) => {
    asked.push(seen);
    return new Promise<EvaluationUpdate | undefined>((resolve, reject) => waiting.push({ resolve, reject }));
  };
  const made = new UpdateFeed(watch, ({ revision }) => told.push(revision));
  const next = async (revision?: number) => {
    waiting.shift()!.resolve(revision === undefined ? undefined : ({ revision } as EvaluationUpdate));
    await new Promise(setImmediate);
  };
  return { feed: made, asked, told, waiting, next };
}

suite('updates of an evaluation', () => {
  test('are told as they come, each asked for with the revision before it, to the last one', async () => {
    const { feed: one, asked, told, next } = feed();
    const followed = one.follow();
    await next(3);
    await next(7);
    await next();
    await followed;
    deepEqual(
      [asked, told],
      [
        [0, 3, 7],
        [3, 7],
      ],
    );
  });

  test('are followed once at a time, and anew when they have ended or could not be had', async () => {
    const { feed: one, asked, told, waiting, next } = feed();
    const first = one.follow();
    await one.follow();
    deepEqual(asked, [0]);
    waiting.shift()!.reject(new Error('The thread has ended.'));
    await first;
    const second = one.follow();
    await next(1);
    deepEqual([asked, told], [[0, 0, 1], [1]]);
    await next();
    await second;
  });

  test('are not told when nobody wants them any more', async () => {
    const { feed: one, asked, told, next } = feed();
    const followed = one.follow();
    one.dispose();
    await next(1);
    await followed;
    await one.follow();
    deepEqual([asked, told], [[0], []]);
    equal(await one.follow(), undefined);
  });
});
