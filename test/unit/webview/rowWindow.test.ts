import assert from 'node:assert/strict';
import fc from 'fast-check';
import { canvasHeight, rowHeight, rowWindow, scrollTo } from '../../../src/webview/evaluation/rowWindow.ts';

suite('the window of a long list', () => {
  test('a short list is drawn as it is', () => {
    assert.deepEqual(rowWindow(10, 0, 500), { from: 0, to: 10, top: 0 });
    assert.equal(canvasHeight(10), 10 * rowHeight);
  });

  test('a scrolled list begins above what is on the screen', () => {
    const { from, to, top } = rowWindow(1000, 500 * rowHeight, 10 * rowHeight);
    assert.ok(from <= 500 && to >= 510 && to - from < 80);
    assert.equal(top, from * rowHeight);
  });

  test('however long the list and wherever it is scrolled: what is on the screen is drawn, the canvas stays drawable, the last row can be reached', () => {
    fc.assert(
      fc.property(
        fc.nat(3_000_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 60, max: 2000 }),
        (total, at, height) => {
          assert.ok(canvasHeight(total) <= 15_000_000);
          const scrollTop = at * Math.max(0, canvasHeight(total) - height);
          const { from, to, top } = rowWindow(total, scrollTop, height);
          assert.ok(to - from <= height / rowHeight + 82);
          // Rows cover the screen, as far as there are any.
          assert.ok(from === 0 || top <= scrollTop + 1);
          assert.ok(to === total || top + (to - from) * rowHeight >= scrollTop + height - 1);
          const end = rowWindow(total, Math.max(0, canvasHeight(total) - height), height);
          assert.equal(end.to, total);
        },
      ),
    );
  });

  test('a row that is moved to is on the screen, and one that is there does not move', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3_000_000 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (total, at) => {
          const row = Math.floor(at * total);
          const height = 400;
          const scrolled = scrollTo(total, 0, height, row);
          const { from, top } = rowWindow(total, scrolled, height);
          const y = top + (row - from) * rowHeight - scrolled;
          assert.ok(y >= -1 && y + rowHeight <= height + 1, `${y}`);
          assert.ok(Math.abs(scrollTo(total, scrolled, height, row) - scrolled) < 1);
        },
      ),
    );
  });
});
