import assert from 'node:assert/strict';
import { PacedUpdates } from '../../../src/extension/pacedUpdates.ts';

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
