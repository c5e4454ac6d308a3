import assert from 'node:assert/strict';
import { habitualQuote, manyQuotes } from '../../../../src/engine/repair/costs.ts';
import { EditLog } from '../../../../src/engine/repair/edits.ts';
import { Reading } from '../../../../src/engine/repair/reading.ts';

suite('what a reading pays', () => {
  test('its first fault of a kind costs more than the next ones, and each what was said before', () => {
    for (const cause of ['missing-comma', 'draft-before', 'prose-around'] as const) {
      const reading = new Reading(0, 'value', new EditLog());
      const paid = [1, 2, 3].map(() => {
        const [price, before] = [reading.priceOf(cause), reading.base];
        reading.charge(cause);
        assert.equal(reading.hasSeen(cause), true);
        assert.equal(Math.abs(reading.base - before - price) < 1e-9, true);
        return price;
      });
      assert.ok(paid[0]! >= paid[1]!);
      assert.equal(paid[1], paid[2]);
    }
  });

  test('quotes without an escape are a habit from the seventh on, and each costs what was said before', () => {
    const reading = new Reading(0, 'value', new EditLog());
    const paid = Array.from({ length: 9 }, () => {
      const [price, before] = [reading.quotePrice, reading.base];
      reading.chargeQuote();
      assert.equal(Math.abs(reading.base - before - price) < 1e-9, true);
      return price;
    });
    assert.equal(paid.indexOf(habitualQuote), manyQuotes);
    assert.deepEqual(new Set(paid.slice(manyQuotes)), new Set([habitualQuote]));
  });
});

suite('a fork of a reading', () => {
  test('has all its fields, and goes its own way', () => {
    const reading = new Reading(1, 'value', new EditLog());
    // Every field has a value that no new reading has.
    for (const [i, name] of Object.keys(reading).entries())
      if (name !== 'log') Object.assign(reading, { [name]: `field ${i}` });
    const fork = reading.fork();
    assert.deepEqual(Object.entries(fork), Object.entries(reading));
    fork.position = 7;
    assert.notEqual(reading.position, 7);
  });
});
