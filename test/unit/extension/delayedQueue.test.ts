import { deepEqual, equal } from 'node:assert/strict';
import { DelayedQueue } from '../../../src/extension/delayedQueue.ts';

suite('DelayedQueue', () => {
  /** A queue whose work ends when it is told to, and what it did. */
  function held() {
    const done: string[] = [];
    const ends: (() => void)[] = [];
    let begun = () => {};
    const queue = new DelayedQueue<string>(
      async item => {
        done.push(item);
        begun();
        await new Promise<void>(resolve => ends.push(resolve));
        if (item === 'bad') throw new Error('bad');
      },
      error => done.push(String(error)),
    );
    /** Resolves when so much has been done. */
    const until = (count: number) =>
      new Promise<void>(resolve => {
        begun = () => done.length >= count && resolve();
        begun();
      });
    return { queue, done, ends, until };
  }

  test('one after the other, what fails as well', async () => {
    const { queue, done, ends, until } = held();
    queue.add('a', 'bad', 0);
    queue.add('b', 'b', 0);
    await until(1);
    deepEqual(done, ['bad']);
    ends[0]!();
    await until(3);
    deepEqual(done, ['bad', 'Error: bad', 'b']);
    ends[1]!();
  });

  test('what is asked for again waits anew, and is done as it was asked for last', async () => {
    const { queue, done, until } = held();
    queue.add('a', 'old', 0);
    queue.add('a', 'new', 0);
    equal(queue.isWaiting('a'), true);
    await until(1);
    equal(queue.isWaiting('a'), false);
    deepEqual(done, ['new']);
  });

  test('what is asked for while it is worked on is done again', async () => {
    const { queue, done, ends, until } = held();
    queue.add('a', '1', 0);
    await until(1);
    queue.add('a', '2', 0);
    ends[0]!();
    await until(2);
    deepEqual(done, ['1', '2']);
  });

  test('what is cleared is not done', async () => {
    const { queue, done, until } = held();
    queue.add('a', 'a', 0);
    queue.add('b', 'b', 0);
    queue.clear('a');
    await until(1);
    deepEqual(done, ['b']);
    queue.add('c', 'c', 0);
    queue.clear();
    equal(queue.isWaiting('c'), false);
  });
});
