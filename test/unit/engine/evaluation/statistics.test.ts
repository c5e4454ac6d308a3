import assert from 'node:assert/strict';
import { wilsonInterval } from '../../../../src/engine/evaluation/index.ts';
import { mcNemarP } from '../../../../src/engine/evaluation/statistics.ts';

/** Equal to nine digits, however small. */
function near(actual: number, expected: number): void {
  assert(Math.abs(actual - expected) <= 1e-9 * Math.max(Math.abs(expected), 1e-300), `${actual} is not ${expected}`);
}

// Computed with Python 3.11: Wilson's formula in `decimal` with 60 digits and z = 1.959963984540054. The share 81 of 263
// is the example of R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17
// (1998), where the interval is 0.2553 to 0.3662; 15 of 148 stands there as 0.0624 to 0.1605.
const intervals = [
  [0, 10, 0, 0.2775327998628892],
  [10, 10, 0.72246720013711074, 1],
  [1, 10, 0.017876213095072906, 0.40415002679523848],
  [81, 263, 0.25528851987827422, 0.36620957698280004],
  [15, 148, 0.062386399530736283, 0.16048724172330803],
  [3883, 8500, 0.44625571562077665, 0.46743035160491797],
  [1, 1_000_000, 1.765245767453715e-7, 5.664911804311442e-6],
  [999_999, 1_000_000, 0.99999433508819568, 0.99999982347542327],
  [1, 1, 0.20654931437723742, 1],
  [0, 1, 0, 0.79345068562276255],
] as const;

// Computed with Python 3.11: twice the sum of C(n, i) / 2**n in `fractions`, rounded once at the end.
const exact = [
  [0, 0, 1],
  [1, 0, 1],
  [5, 0, 0.0625],
  [3, 7, 0.34375],
  [41, 3, 1.6183321349672042e-9],
  [10, 25, 0.016673847800120711],
  [100, 140, 0.011664092317677663],
  [1000, 1100, 0.030720707864242296],
  [20_000, 20_400, 0.047132097010428441],
  [200_000, 201_000, 0.1146604227757011],
  [15, 15, 1],
  [16, 17, 1],
  [0, 60, 1.7347234759768071e-18],
  [500, 50, 2.0770403202733018e-94],
] as const;

suite('statistics of evaluations', () => {
  for (const [count, total, low, high] of intervals)
    test(`Wilson's interval of ${count} in ${total}`, () => {
      const [actualLow, actualHigh] = wilsonInterval(count, total);
      near(actualLow, low);
      near(actualHigh, high);
    });

  test('nothing is known of no rows', () => assert.deepEqual(wilsonInterval(0, 0), [0, 1]));

  for (const [better, worse, p] of exact)
    test(`McNemar's exact p of ${better} better and ${worse} worse`, () => {
      near(mcNemarP(better, worse), p);
      near(mcNemarP(worse, better), p);
    });

  test('half a million pairs take no time', () => {
    const p = mcNemarP(499_000, 501_000);
    assert(p > 0.045 && p < 0.046, String(p));
  });
});
