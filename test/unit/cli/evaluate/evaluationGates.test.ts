import { deepEqual } from 'node:assert/strict';
import { evaluationGates } from '../../../../src/cli/evaluate/evaluationGates.ts';
import type { EvaluationFile } from '../../../../src/engine/index.ts';

const totals = { rows: 1000, skipped: 0, untried: 0, ok: 0, suspicious: 0, error: 0 };
/** What is missed of a rate of a half, between 0.4 and 0.6. */
const gates = (
  more: Partial<EvaluationFile>,
  { minRate, isStrict = false }: { minRate?: number; isStrict?: boolean } = {},
) =>
  evaluationGates(
    { totals, rate: 0.5, interval: [0.4, 0.6], ...more } as EvaluationFile,
    { minRate, isStrict } as Parameters<typeof evaluationGates>[1],
  );
const baseline = (more: object) => ({ baseline: { parser: {}, totals, ...more } }) as Partial<EvaluationFile>;

suite('what an evaluation must reach', () => {
  test('nothing, where nothing is asked for', () => deepEqual(gates({}), []));

  test('a share: the rate, or the lower end; that of last answers', () => {
    const gate = { name: 'min-rate' };
    deepEqual(gates({}, { minRate: 0.5 }), [{ ...gate, limit: '0.5' }]);
    deepEqual(gates({}, { minRate: 0.51 }), [
      { ...gate, limit: '0.51', missed: 'The share of ok rows is 0.5000, below 0.51.' },
    ]);
    deepEqual(gates({}, { minRate: 0.41, isStrict: true }), [
      { ...gate, limit: '0.41', missed: 'The lower end of the interval is 0.4000, below 0.41.' },
    ]);
    deepEqual(gates({ rate: null }, { minRate: 0.1 }), [
      { ...gate, limit: '0.1', missed: 'The share of ok rows is not known, below 0.1.' },
    ]);
    const withRetries = { ...totals, rate: 0.9, interval: [0.8, 1] } as unknown as EvaluationFile['withRetries'] &
      object;
    deepEqual(gates({ withRetries }, { minRate: 0.9 }), [{ ...gate, limit: '0.9' }]);
  });

  test('no row worse than in the baseline; where rows are not paired, no smaller share', () => {
    const gate = { name: 'baseline', limit: '' };
    const missed = (more: object) => gates(baseline(more));
    deepEqual(missed({ better: 3, worse: 0, rate: 0.9 }), [gate]);
    deepEqual(missed({ better: 3, worse: 1 }), [
      { ...gate, missed: '1 row that was ok is not ok any more (3 got better).' },
    ]);
    deepEqual(missed({ better: 0, worse: 2 }), [
      { ...gate, missed: '2 rows that were ok are not ok any more (0 got better).' },
    ]);
    deepEqual(missed({ rate: 0.5 }), [gate]);
    deepEqual(missed({ rate: 0.6 }), [{ ...gate, missed: 'The share of ok rows is 0.5000, it was 0.6000.' }]);
    deepEqual(missed({ rate: 0.6, note: 'other rows' }), [
      { ...gate, missed: 'The share of ok rows is 0.5000, it was 0.6000 (other rows).' },
    ]);
    deepEqual(missed({ rate: null }), [gate]);
    deepEqual(gates({ rate: null, ...baseline({ rate: 0.6 }) }), [gate]);
  });

  test('that no more than one in a hundred rows was not tried', () => {
    const gate = { name: 'untried', limit: '1 %' };
    deepEqual(gates({ totals: { ...totals, untried: 10 } }), [gate]);
    deepEqual(gates({ totals: { ...totals, untried: 11 } }), [
      {
        ...gate,
        missed:
          '11 of 1,000 rows (1.1 %) were not tried: too many rows near them ran into the time limit. The share is that of the others. Mend the pattern or module, or leave it out.',
      },
    ]);
  });
});
