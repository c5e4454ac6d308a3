import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TextBuilder } from '../../../../src/engine/core/textBuilder.ts';

/** What becomes of stretches of a text, and what they are. */
function built(text: string, stretches: readonly (readonly [start: number, end: number])[]) {
  const builder = new TextBuilder();
  for (const [start, end] of stretches) builder.add(text, start, end);
  return [builder.join(), stretches.map(([start, end]) => text.slice(start, Math.max(start, end))).join('')];
}

suite('TextBuilder', () => {
  const text = Array.from({ length: 30_000 }, (_, i) => String.fromCharCode(0xd7c0 + (i % 0x900))).join('');

  test('nothing, and stretches of nothing', () => {
    assert.equal(new TextBuilder().join(), '');
    assert.deepEqual(
      built('abc', [
        [2, 1],
        [3, 3],
        [0, 1],
        [1, 1],
      ]),
      ['a', 'a'],
    );
  });

  test('stretches of all lengths, in their order', () => {
    const stretch = fc.tuple(fc.nat(20_000), fc.oneof(fc.nat(3), fc.integer({ min: 60, max: 68 }), fc.nat(9000)));
    fc.assert(
      fc.property(fc.array(stretch, { size: '+2', maxLength: 400 }), all => {
        const [actual, expected] = built(
          text,
          all.map(([start, length]) => [start, start + length] as const),
        );
        assert.ok(actual === expected);
      }),
      { numRuns: 60 },
    );
  });

  test('many short ones fill what they are gathered in again and again', () => {
    for (const length of [1, 7, 63, 64]) {
      const [actual, expected] = built(
        text,
        Array.from({ length: 20_000 }, (_, i) => [i, i + length] as const),
      );
      assert.ok(actual === expected, String(length));
    }
  });

  test('more may follow what has been joined', () => {
    const builder = new TextBuilder();
    for (let i = 0; i < 200; i++) builder.add('ab', 0, 2);
    assert.equal(builder.join(), 'ab'.repeat(200));
    builder.add('cd', 0, 2);
    assert.equal(builder.join(), `${'ab'.repeat(200)}cd`);
  });
});
