import assert from 'node:assert/strict';
import { DrawnRows } from '../../../src/extension/parsersView/drawnRows.ts';

suite('DrawnRows', () => {
  const cases: readonly (readonly [
    what: string,
    before: Readonly<Record<string, boolean>>,
    now: Readonly<Record<string, boolean>>,
    areMoved: boolean,
  ])[] = [
    ['the last one that opened does no more', { a: false, b: true }, { a: false, b: false }, true],
    ['the first one opens', { a: false, b: false }, { a: false, b: true }, true],
    ['another one opens', { a: true, b: false }, { a: true, b: true }, false],
    ['one of several opens no more', { a: true, b: true }, { a: false, b: true }, false],
    ['nothing changes', { a: false, b: false }, { a: false, b: false }, false],
    ['one was never drawn', { a: true }, { a: false, b: false }, false],
  ];
  for (const [what, before, now, areMoved] of cases)
    test(what, () => {
      const rows = new DrawnRows();
      for (const [key, opens] of Object.entries(before)) rows.drawn(key, opens);
      assert.equal(rows.areMoved(Object.entries(now).map(([key, opens]) => ({ key, opens }))), areMoved);
    });
});
