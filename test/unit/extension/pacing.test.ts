import assert from 'node:assert/strict';
import { DelayedQueue, PacedUpdates } from '../../../src/extension/pacing.ts';

suite('PacedUpdates', () => {
  const shown: number[] = [];
  let now = 0;
  let waiting: { readonly at: number; readonly act: () => void }[] = [];
  const clock = {
    now: () => now,
    after(milliseconds: number, act: () => void) {
      const one = { at: now + milliseconds, act };
      waiting.push(one);
      return () => {
        waiting = waiting.filter(each => each !== one);
      };
    },
  };
  /** Lets some time pass, with what is due in it. */
  const pass = (milliseconds: number) => {
    const end = now + milliseconds;
    for (;;) {
      const due = waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      waiting = waiting.filter(each => each !== due);
      now = due.at;
      due.act();
    }
    now = end;
  };
  let updates: PacedUpdates;
  setup(() => {
    now = 0;
    waiting = [];
    shown.length = 0;
    updates = new PacedUpdates(() => shown.push(now), 1000, 500, clock);
  });

  test('the first showing waits, whatever changes', () => {
    updates.changed();
    pass(999);
    assert.deepEqual(shown, []);
    pass(1);
    assert.deepEqual(shown, [1000]);
  });

  test('it can begin sooner, once', () => {
    pass(100);
    updates.begin();
    updates.begin();
    pass(5000);
    assert.deepEqual(shown, [100]);
  });

  test('changes are shown together, at rest from the showing before', () => {
    updates.begin();
    for (let i = 0; i < 10; i++) {
      updates.changed();
      pass(100);
    }
    assert.deepEqual(shown, [0, 500, 1000]);
  });

  test('a change after a long time is shown at once; after the end nothing is', () => {
    updates.begin();
    pass(5000);
    updates.changed();
    pass(0);
    assert.deepEqual(shown, [0, 5000]);
    updates.changed();
    updates.stop();
    pass(5000);
    assert.deepEqual(shown, [0, 5000]);
  });
});

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
    assert.deepEqual(done, ['bad']);
    ends[0]!();
    await until(3);
    assert.deepEqual(done, ['bad', 'Error: bad', 'b']);
    ends[1]!();
  });

  test('what is asked for again waits anew, and is done as it was asked for last', async () => {
    const { queue, done, until } = held();
    queue.add('a', 'old', 0);
    queue.add('a', 'new', 0);
    assert.equal(queue.isWaiting('a'), true);
    await until(1);
    assert.equal(queue.isWaiting('a'), false);
    assert.deepEqual(done, ['new']);
  });

  test('what is asked for while it is worked on is done again', async () => {
    const { queue, done, ends, until } = held();
    queue.add('a', '1', 0);
    await until(1);
    queue.add('a', '2', 0);
    ends[0]!();
    await until(2);
    assert.deepEqual(done, ['1', '2']);
  });

  test('what is cleared is not done', async () => {
    const { queue, done, until } = held();
    queue.add('a', 'a', 0);
    queue.add('b', 'b', 0);
    queue.clear('a');
    await until(1);
    assert.deepEqual(done, ['b']);
    queue.add('c', 'c', 0);
    queue.clear();
    assert.equal(queue.isWaiting('c'), false);
  });
});
