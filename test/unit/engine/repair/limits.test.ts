import assert from 'node:assert/strict';
import { diagnose } from '../../../../src/engine/repair/index.ts';

suite('diagnose: deep and long texts', () => {
  test('what nests deeper than Python’s reader of JSON allows is refused', () => {
    const nested = (depth: number) => diagnose(`${'['.repeat(depth)}1,${']'.repeat(depth)}`).candidates.length > 0;
    assert.equal(nested(990), true);
    assert.equal(nested(991), false);
  });

  test('a long text has a second reading where both together are not too long', () => {
    const readings = (length: number) => {
      const [start, end] = ['{"vote": {"for": "', '", "day": 2}'];
      return diagnose(start + 'x'.repeat(length - start.length - end.length) + end).candidates.length;
    };
    assert.ok(readings(250_000) > 1);
    assert.equal(readings(250_001), 1);
  });

  test('quotes that are never escaped are read in a text of any length', () => {
    for (const count of [1, 10, 100, 2000]) {
      const text = `[${'{"say": "the "seer" is "dead" now", "day": 1}, '.repeat(count)}]`;
      const value = diagnose(text).candidates[0]?.value;
      assert.deepEqual(value, Array(count).fill({ say: 'the "seer" is "dead" now', day: 1 }));
    }
  });
});
