import assert from 'node:assert/strict';
import type { RowSlice, RowView } from '../../../src/protocol/rowQuery.ts';
import { chosenIn } from '../../../src/webview/evaluation/chosenRow.ts';

suite('The row that is chosen in a list', () => {
  const slice = (from: number, ...rows: number[]): RowSlice => ({
    from,
    rows: rows.map((row): RowView => ({ row, name: '', place: '', verdict: 'ok', measures: {}, preview: '' })),
  });

  test('is known when it is there', () => {
    assert.deepEqual(chosenIn({ position: 21 }, slice(20, 40, 42), 50), { position: 21, row: 42 });
    assert.deepEqual(chosenIn({ position: 30 }, slice(20, 40, 42), 50), { position: 30 });
  });

  test('stays where it was, or is scrolled past', () => {
    const chosen = { position: 1, row: 7 };
    assert.equal(chosenIn(chosen, slice(0, 5, 7, 9), 3), chosen);
    assert.equal(chosenIn(chosen, slice(20, 40, 42), 50), chosen);
    assert.equal(chosenIn(chosen, slice(0), 3), chosen);
  });

  test('is followed to another place of another list', () => {
    assert.deepEqual(chosenIn({ position: 2, row: 7 }, slice(0, 7, 9, 11), 3), { position: 0, row: 7 });
    assert.deepEqual(chosenIn({ position: 20, row: 7 }, slice(20, 9, 7), 50), { position: 21, row: 7 });
  });

  test('no other is chosen in its place', () => {
    assert.equal(chosenIn({ position: 1, row: 7 }, slice(0, 5, 9), 2), undefined);
    assert.equal(chosenIn({ position: 2, row: 7 }, slice(0, 5, 9), 2), undefined);
  });
});
