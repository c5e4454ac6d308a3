import { deepEqual, equal } from 'node:assert/strict';
import { SampleVerdicts } from '../../../src/extension/samples/sampleVerdicts.ts';
import type { JudgedSample } from '../../../src/service/samplesService.ts';
import type { SampleRow } from '../../../src/views/sampleListing.ts';

suite('SampleVerdicts', () => {
  const judged = (verdict: string, message = '') =>
    ({ verdict, message, differences: ['x'] }) as unknown as JudgedSample;
  const row = (key: string, definition = 'D') => ({ key, definition }) as unknown as SampleRow;
  const keyOf = ({ key }: SampleRow) => key;

  test('keeps a verdict with a message that is not long, and no differences', () => {
    const verdicts = new SampleVerdicts();
    verdicts.keep('a', judged('fail', 'm'.repeat(1000)));
    deepEqual(verdicts.get('a'), { ...judged('fail', 'm'.repeat(300)), differences: [] });
    equal(verdicts.get('b'), undefined);
  });

  test('counts what is known of each definition', () => {
    const verdicts = new SampleVerdicts();
    verdicts.keep('a', judged('pass'));
    verdicts.keep('b', judged('fail'));
    verdicts.keep('c', judged('error'));
    const definitions = [{ name: 'D' }, { name: 'E' }] as never;
    const samples = [...'abcd'].map(key => row(key)).concat(row('a', 'gone'), row('a', 'E'));
    deepEqual(
      [...verdicts.counts({ definitions, samples }, keyOf, new Set(['D']))],
      [
        // Verdicts of before the trust was taken away still stand.
        ['D', { total: 4, passed: 1, failed: 2, unknown: 1, waiting: 1 }],
        ['E', { total: 1, passed: 1, failed: 0, unknown: 0, waiting: 0 }],
      ],
    );
  });

  test('forgets those of former texts when there are many', () => {
    const verdicts = new SampleVerdicts();
    for (let i = 0; i < 102; i++) verdicts.keep(String(i), judged('pass'));
    verdicts.prune([row('7')], keyOf);
    equal(verdicts.get('8')?.verdict, 'pass');
    verdicts.keep('102', judged('pass'));
    verdicts.prune([row('7')], keyOf);
    equal(verdicts.get('8'), undefined);
    equal(verdicts.get('7')?.verdict, 'pass');
  });
});
