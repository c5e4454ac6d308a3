import assert from 'node:assert/strict';
import { LastUsed } from '../../../../src/engine/core/lastUsed.ts';

suite('what was used last', () => {
  test('stays; the rest goes, the oldest first', () => {
    const kept = new LastUsed<number>(2);
    kept.set('a', 1);
    kept.set('b', 2);
    assert.equal(kept.get('a'), 1);
    kept.set('c', 3);
    assert.deepEqual([kept.get('a'), kept.get('b'), kept.get('c')], [1, undefined, 3]);
    kept.delete('c');
    kept.set('d', 4);
    assert.deepEqual([kept.get('a'), kept.get('c'), kept.get('d')], [1, undefined, 4]);
  });
});
