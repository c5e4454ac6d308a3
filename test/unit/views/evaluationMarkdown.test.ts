import assert from 'node:assert/strict';
import fc from 'fast-check';
import { wilsonInterval } from '../../../src/engine/index.ts';
import { evaluationCounts, evaluationHeadline } from '../../../src/views/evaluationMarkdown.ts';

const headline = (ok: number, rows: number) => {
  const totals = { rows, skipped: 0, untried: 0, ok, suspicious: 0, error: rows - ok };
  return evaluationHeadline({ totals, rate: ok / rows, interval: wilsonInterval(ok, rows) });
};

suite('the numbers of an evaluation in words', () => {
  test('what is not whole is never shown as 0 or 100 %, also in the interval', () => {
    assert.equal(headline(59_991, 60_000), '99.9 % ok (95 % interval 99.9 – 99.9 %)');
    assert.equal(headline(1, 60_000), '0.1 % ok (95 % interval 0.1 – 0.1 %)');
    assert.equal(headline(60_000, 60_000), '100.0 % ok (95 % interval 99.9 – 100.0 %)');
    assert.equal(headline(0, 10), '0.0 % ok (95 % interval 0.0 – 27.8 %)');
  });

  test('a rate lies inside the interval that is printed with it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (rows, share) => {
        const [rate = 0, low = 0, high = 0] = (headline(Math.round(share * rows), rows).match(/[\d.]+(?= [–%])/g) ?? [])
          .filter(number => number !== '95')
          .map(Number);
        assert.ok(low <= rate && rate <= high, `${low} ${rate} ${high}`);
      }),
    );
  });

  test('rows that were kept from being read are counted apart from those without a response', () => {
    const totals = { rows: 9, untried: 0, skipped: 5, ok: 4, suspicious: 0, error: 0 };
    assert.match(evaluationCounts(totals), / · 5 without a response$/);
    assert.match(
      evaluationCounts({ ...totals, unread: 3 }),
      / · 2 without a response · 3 not read: time or memory ran out$/,
    );
  });
});
