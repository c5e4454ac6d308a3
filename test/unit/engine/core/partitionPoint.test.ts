import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { partitionPoint } from '../../../../src/engine/core/partitionPoint.ts';

suite('partitionPoint', () => {
  test('counts the items in front that are accepted', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.integer({ min: -1, max: 21 }), (items, bound) => {
        const sorted = items.sort((a, b) => a - b);
        equal(
          partitionPoint(sorted, item => item < bound),
          sorted.filter(item => item < bound).length,
        );
        equal(
          partitionPoint(sorted, item => item <= bound),
          sorted.filter(item => item <= bound).length,
        );
      }),
    );
  });

  test('asks about few items', () => {
    let asked = 0;
    const items = Array.from({ length: 1 << 16 }, (_, i) => i);
    equal(
      partitionPoint(items, item => {
        asked++;
        return item < 40_000;
      }),
      40_000,
    );
    ok(asked <= 17, `${asked}`);
  });
});
