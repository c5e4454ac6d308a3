import assert from 'node:assert/strict';
import fc from 'fast-check';
import { growingSpan } from '../../../src/extension/runs/growingSpan.ts';

suite('growingSpan', () => {
  const cases: readonly [
    string,
    readonly [number, number],
    readonly [number, number, string],
    readonly [number, number],
  ][] = [
    ['typed before it', [2, 5], [0, 0, 'abc'], [5, 8]],
    ['typed at its start', [2, 5], [2, 0, 'x'], [3, 6]],
    ['typed in it', [2, 5], [3, 0, 'x'], [2, 6]],
    ['typed at its end: what comes goes before that', [2, 5], [5, 0, 'x'], [2, 5]],
    ['typed before nothing has come', [0, 0], [0, 0, 'abc'], [3, 3]],
    ['undone: all of it is gone', [0, 5], [0, 5, ''], [0, 0]],
    ['its start is replaced', [2, 5], [0, 3, 'abcdef'], [6, 8]],
    ['its end is replaced', [2, 5], [4, 9, 'x'], [2, 4]],
    ['all and more is replaced', [2, 5], [0, 9, 'x'], [1, 1]],
  ];
  for (const [title, [start, end], [rangeOffset, rangeLength, text], after] of cases)
    test(title, () => {
      const span = growingSpan({ start, end }, { rangeOffset, rangeLength, text });
      assert.deepEqual([span.start, span.end], after);
    });

  test('what a change leaves alone stays in the span, and nothing else comes into it', () => {
    const nat = fc.nat(12);
    fc.assert(
      fc.property(fc.tuple(nat, nat), fc.tuple(nat, nat), fc.string({ maxLength: 4 }), (span, change, text) => {
        const sorted = (pair: readonly [number, number]) => pair.toSorted((a, b) => a - b) as [number, number];
        const [[start, end], [from, to]] = [sorted(span), sorted(change)];
        const before = 'abcdefghijkl';
        const after = before.slice(0, from) + text.toUpperCase() + before.slice(to);
        const moved = growingSpan({ start, end }, { rangeOffset: from, rangeLength: to - from, text });
        assert.ok(0 <= moved.start && moved.start <= moved.end && moved.end <= after.length);
        const kept =
          before.slice(start, Math.max(start, Math.min(end, from))) +
          before.slice(Math.min(end, Math.max(start, to)), end);
        // A change inside the answer is part of it.
        const isInside = start < from && from < end && to <= end;
        assert.equal(
          after.slice(moved.start, moved.end),
          isInside ? before.slice(start, from) + text.toUpperCase() + before.slice(to, end) : kept,
        );
      }),
    );
  });
});
