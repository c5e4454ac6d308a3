import assert from 'node:assert/strict';
import { fromPlain, type PyDict } from '../../../../../../../src/engine/core/pyValue.ts';
import {
  type HistoryProcessorError,
  readHistoryProcessors,
} from '../../../../../../../src/engine/systems/sweagent/truncation/historyProcessors/readHistoryProcessors.ts';

const type = 'last_n_observations';
const read = (processor: object) => readHistoryProcessors(fromPlain([processor]))[0]!;

suite('last_n_observations', () => {
  for (const [what, keys, expected] of [
    ['the last one, and the first', { n: 1 }, 'TxxO'],
    ['two', { n: 2 }, 'TxOO'],
    ['all', { n: 3 }, 'TOOO'],
    ['after every two only', { n: 1, polling: 2 }, 'TxxO'],
    ['after every three only', { n: 1, polling: 3 }, 'TxOO'],
  ] as const)
    test(`keeps ${what}`, async () => {
      const texts = ['T', 'O', 'O', 'O'];
      const items = texts.map((content, index) => {
        const entry = fromPlain({ role: 'user', content, message_type: 'observation' }) as PyDict;
        return { index, entry: new Map(entry) };
      });
      const left = await read({ type, ...keys }).process(items, () => {}, {});
      const line = 'Old environment output: (1 lines omitted)';
      assert.equal(
        left.map(({ entry }) => (entry.get('content') === line ? 'x' : entry.get('content'))).join(''),
        expected,
      );
    });

  test('polls at every observation unless told otherwise', () =>
    assert.deepEqual([read({ type, n: 2 }).keys.get('n'), read({ type, n: 2 }).keys.get('polling')], [2, 1]));

  const positive = 'Value error, n must be a positive integer';
  for (const [what, keys, message, at] of [
    ['no n', {}, 'Field required', 'n'],
    ['an n that is a text', { n: 'x' }, 'Input should be a valid integer, unable to parse string as an integer', 'n'],
    ['an n of zero', { n: 0 }, positive, 'n'],
    ['an n of zero before a wrong field', { n: 0, polling: 'x' }, positive, 'n'],
    ['an n of zero before a field that is not there', { n: 0, other: 1 }, positive, 'n'],
    ['a field that is not there', { n: 1, other: 1 }, 'Extra inputs are not permitted', 'other'],
  ] as const)
    test(`Pydantic refuses ${what}`, () =>
      assert.throws(
        () => read({ type, ...keys }),
        (error: HistoryProcessorError) => {
          assert.deepEqual([error.class, error.message, error.at], ['ValidationError', message, [0, at]]);
          return true;
        },
      ));
});
