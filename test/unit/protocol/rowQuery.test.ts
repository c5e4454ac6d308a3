import assert from 'node:assert/strict';
import { everyRow, isEveryRow, type RowQuery } from '../../../src/protocol/rowQuery.ts';

suite('A query of rows', () => {
  test('lists every row only where nothing is filtered, searched or put in another order', () => {
    assert.ok(isEveryRow(everyRow));
    assert.ok(isEveryRow({ ...everyRow, verdicts: [...everyRow.verdicts].reverse() }));
    const others: readonly Partial<RowQuery>[] = [
      { text: 'a' },
      { order: 'cause' },
      { verdicts: ['ok', 'suspicious', 'error'] },
      { cause: 'error single-quotes' },
      { was: 'error single-quotes' },
      { group: { column: 'model', value: null } },
      { change: 'worse' },
    ];
    for (const other of others) assert.equal(isEveryRow({ ...everyRow, ...other }), false, JSON.stringify(other));
  });
});
