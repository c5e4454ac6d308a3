import assert from 'node:assert/strict';
import { Breaker } from '../../../src/portable/patterns/breaker.ts';

suite('Breaker', () => {
  let now = 0;
  setup(() => {
    now = 0;
  });
  const broken = () => {
    const breaker = new Breaker(() => now);
    for (let i = 0; i < 5; i++) breaker.note('a', true);
    return breaker;
  };

  test('four time-outs are not enough, also with what ends in time between them', () => {
    const breaker = new Breaker(() => now);
    for (let i = 0; i < 4; i++) {
      breaker.note('a', true);
      breaker.note('a', false);
      assert.equal(breaker.timeouts('a'), 0);
    }
    breaker.note('a', true);
    assert.deepEqual([breaker.timeouts('a'), breaker.timeouts('b')], [5, 0]);
  });

  test('a thousand that end in time make good for one that does not', () => {
    const breaker = new Breaker(() => now);
    for (let i = 0; i < 20; i++) {
      breaker.note('a', true);
      breaker.note('a', false, 999);
      breaker.note('a', false);
      assert.equal(breaker.timeouts('a'), 0);
    }
    for (let i = 0; i < 4; i++) breaker.note('a', true);
    breaker.note('a', false, 999);
    breaker.note('a', true);
    assert.equal(breaker.timeouts('a'), 5);
  });

  test('after a minute one more try decides', () => {
    const breaker = broken();
    now = 59_999;
    assert.equal(breaker.timeouts('a'), 5);
    now = 60_000;
    assert.equal(breaker.timeouts('a'), 0);
    breaker.note('a', true);
    assert.equal(breaker.timeouts('a'), 6);
    now = 120_000;
    breaker.note('a', false);
    breaker.note('a', true);
    assert.equal(breaker.timeouts('a'), 0);
  });

  test('remembers no more than it needs', () => {
    const breaker = broken();
    for (let i = 0; i < 200; i++) breaker.note(`b${i}`, true);
    assert.equal(breaker.timeouts('a'), 0);
  });
});
