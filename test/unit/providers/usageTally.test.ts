import { deepEqual } from 'node:assert/strict';
import { type AnswerUsage, type ModelPrice, UsageTally } from '../../../src/providers/usageTally.ts';

const own = (input: number, output: number, feedback?: number) => ({
  own: { input, output, counter: 'c', ...(feedback !== undefined && { feedback }) },
});

/** The sums of answers, each `[usage, retry, model]`. */
function sums(
  answers: readonly (readonly [usage: AnswerUsage, retry?: number, model?: string])[],
  prices?: Record<string, ModelPrice>,
) {
  const tally = new UsageTally(prices);
  for (const [usage, retry, model = 'm'] of answers) tally.add(model, usage, retry);
  return tally.models();
}

suite('what models used', () => {
  test('is summed by model, in the order of first answers', () => {
    deepEqual(
      sums([[{ input: 1, output: 2 }], [{ output: 5 }, 0, 'a'], [{ input: 10, output: 20 }], [{}, 0, 'none']]),
      [
        { model: 'm', input: 11, output: 22, miscounts: [] },
        { model: 'a', output: 5, miscounts: [] },
      ],
    );
  });

  test('costs what is reported, by the price of its model alone', () => {
    const prices = { m: { input: 2, output: 3 } };
    deepEqual(sums([[{ input: 1e6, output: 2e6 }], [{ input: 1 }, 0, 'a'], [{ input: 1 }, 0, 'toString']], prices), [
      { model: 'm', input: 1e6, output: 2e6, cost: 8, miscounts: [] },
      { model: 'a', input: 1, miscounts: [] },
      { model: 'toString', input: 1, miscounts: [] },
    ]);
    deepEqual(sums([[{ output: 1e6 }]], prices)[0]?.cost, 3);
    deepEqual(sums([[{ input: 1e6 }]], prices)[0]?.cost, 2);
  });

  test('of what was asked again is told beside, with the feedback that our counter counts', () => {
    deepEqual(
      sums(
        [
          [{ input: 1, output: 2, ...own(1, 2) }],
          [{ input: 3, ...own(3, 0, 7) }, 1],
          [own(3, 0, 8), 2],
          [{ ...own(1, 1) }, 3],
        ],
        {
          m: { input: 1e6, output: 0 },
        },
      ),
      [
        {
          model: 'm',
          input: 4,
          output: 2,
          own: { input: 4, output: 2, counter: 'c' },
          cost: 4,
          retries: { requests: 3, input: 3, feedback: 15, counter: 'c', cost: 3 },
          miscounts: [],
        },
      ],
    );
    deepEqual(sums([[{}, 1]]), [{ model: 'm', retries: { requests: 1 }, miscounts: [] }]);
  });

  test('is held beside our own count, of sides that both have', () => {
    const miscounts = (usage: AnswerUsage) => sums([[usage]])[0]!.miscounts;
    deepEqual(miscounts({ input: 100, output: 100, ...own(102, 98) }), []);
    deepEqual(miscounts({ input: 100, output: 100, ...own(103, 97) }), [
      { side: 'input', own: 103, reported: 100, counter: 'c' },
      { side: 'output', own: 97, reported: 100, counter: 'c' },
    ]);
    deepEqual(miscounts({ input: 100, ...own(100, 9) }), []);
    deepEqual(sums([[{ input: 1, ...own(1, 9) }], [{ output: 2, ...own(9, 2) }], [{ input: 5 }]])[0]?.own, {
      input: 1,
      output: 2,
      counter: 'c',
    });
  });
});
