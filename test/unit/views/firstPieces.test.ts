import assert from 'node:assert/strict';
import { firstPieces } from '../../../src/views/firstPieces.ts';

suite('the first pieces of a text', () => {
  const a = (length: number) => ({ text: 'a'.repeat(length) });
  const b = (length: number) => ({ text: 'b'.repeat(length), origin: { start: 1, end: 2 } });
  for (const [title, pieces, limit, lengths] of [
    ['all that fit', [a(40), b(60)], 100, [40, 60]],
    ['a piece that just does not fit is cut', [a(40), b(61)], 100, [40, 60]],
    ['nothing behind what is full', [a(100), b(2)], 100, [100]],
    ['nothing behind a cut', [a(110), b(60)], 100, [100]],
    ['nothing short behind a cut', [a(101), b(1)], 100, [100]],
    ['a long piece is cut', [a(99), b(2)], 100, [99, 1]],
    ['a short one is left out', [a(999), b(10)], 1000, [999]],
    ['the shortest that is cut', [a(999), b(11)], 1000, [999, 1]],
    ['no short one in the place of one that was left out', [a(999), b(2), a(1)], 1000, [999]],
    ['empty ones do not count', [a(0), b(3), a(0), a(0)], 100, [3]],
    ['none of no room', [a(5)], 0, []],
  ] as const)
    test(title, () => {
      const first = firstPieces(pieces, limit);
      assert.deepEqual(
        first.map(({ text }) => text.length),
        lengths,
      );
      for (const piece of first) assert.deepEqual('origin' in piece, piece.text.startsWith('b'));
    });

  test('no character is split', () => {
    assert.deepEqual(firstPieces([{ text: 'ab😀c' }], 3), [{ text: 'ab' }]);
    assert.deepEqual(firstPieces([{ text: 'ab😀c' }], 4), [{ text: 'ab😀' }]);
    assert.deepEqual(firstPieces([{ text: 'a😀' }, { text: '😀b' }], 4), [{ text: 'a😀' }]);
  });
});
