import assert from 'node:assert/strict';
import type { QuickPick, QuickPickItem } from 'vscode';
import { ShownRows } from '../../../src/extension/find/shownRows.ts';

suite('rows of a list that is still being filled', () => {
  const items = (...labels: string[]): QuickPickItem[] => labels.map(label => ({ label }));
  let now = 0;
  const opened = (...labels: string[]) => {
    const list = { items: [], activeItems: [], value: '', busy: true } as unknown as QuickPick<QuickPickItem>;
    const rows = new ShownRows(
      list,
      ({ label }) => label,
      () => now,
    );
    rows.show(items(...labels), undefined);
    now += 1000;
    return { list, rows };
  };
  const labels = ({ items }: QuickPick<QuickPickItem>) => items.map(({ label }) => label);

  test('a better order is shown until the user types', () => {
    const { list, rows } = opened('loose', 'triage');
    rows.show(items('triage', 'loose'), undefined);
    assert.deepEqual(labels(list), ['triage', 'loose']);
    list.value = 'l';
    rows.show(items('loose', 'triage', 'late'), undefined);
    assert.deepEqual(labels(list), ['triage', 'loose', 'late']);
  });

  test('a choice that was on its way while rows moved is the row that was typed, not what stands there now', () => {
    const { list, rows } = opened('loose', 'triage');
    rows.show(items('triage', 'loose'), undefined);
    list.value = 'Tri';
    assert.equal(rows.chosen(list.items[1])?.label, 'triage');
    assert.equal(rows.chosen(list.items[0])?.label, 'triage');
    now += 1000;
    assert.equal(rows.chosen(list.items[1])?.label, 'loose');
  });

  test('where nothing was typed it is the row in that place before, or the active one that moved along', () => {
    const { list, rows } = opened('loose', 'triage', 'other');
    list.activeItems = [list.items[1]!];
    // Moved to by the user, the row stays where it is; then the list grows at its head.
    rows.show(items('other', 'loose', 'triage'), undefined);
    assert.deepEqual(labels(list), ['loose', 'triage', 'other']);
    assert.equal(rows.chosen(list.items[1])?.label, 'triage');
    assert.equal(rows.chosen(undefined), undefined);
  });

  test('Enter takes the first of a list that has just become whole', () => {
    const { list, rows } = opened('loose', 'triage');
    list.busy = false;
    rows.show(items('triage', 'loose'), undefined);
    assert.equal(rows.chosen(list.items[0])?.label, 'triage');
  });

  test('a row that is clicked as the others come is that row', () => {
    const { list, rows } = opened('loose', 'triage');
    rows.show(items('first', 'loose', 'triage'), undefined);
    assert.equal(rows.chosen(list.items[1])?.label, 'triage');
  });
});
