import assert from 'node:assert/strict';
import { type PackedVerdicts, type RowVerdict, VerdictTable } from '../../../../src/engine/evaluation/index.ts';
import { FilePages } from '../../../../src/node/evaluation/filePages.ts';

const row = (i: number): RowVerdict => ({
  place: { log: i % 3, line: i + 1, start: 600 * i, end: 600 * i + 500, hash: (i * 2654435761) >>> 0 },
  id: `r${i}`,
  verdict: (['ok', 'error', 'suspicious'] as const)[i % 3]!,
  ...(i % 3 > 0 && { code: `c${i % 7}` }),
  suspicions: [],
  columns: i % 5 === 0 ? { model: `m${i % 4}` } : {},
});

const noRoom = {
  add: () => undefined,
  write: () => assert.fail('nothing is there'),
  read: () => assert.fail('nothing is there'),
};

suite('rows whose columns are pages of a file', () => {
  test('what finds no room there stays in memory', () => {
    const [kept, plain] = [new VerdictTable({}, noRoom), new VerdictTable()];
    for (const table of [kept, plain]) for (let i = 0; i < 140_000; i++) table.add(row(i));
    assert.deepEqual(kept.pack(), plain.pack());
  });

  test('they are what they are in memory, also when they are marked later', () => {
    const pages = new FilePages();
    try {
      const [paged, plain] = [new VerdictTable({ keepIds: true }, pages), new VerdictTable({ keepIds: true })];
      const part = new VerdictTable({ keepIds: true });
      for (let i = 0; i < 1000; i++) part.add(row(i));
      const packed: PackedVerdicts = part.pack();
      for (const table of [paged, plain]) {
        for (let i = 0; i < 70_000; i++) table.add(row(i));
        for (let i = 0; i < 140; i++) table.append(packed, i, 1000 - i);
        table.mark([0, 65_535, 65_536, 5, 131_072, 6], { kind: 'suspicious', code: 'odd-type' });
      }
      assert.equal(paged.size, plain.size);
      for (const i of [0, 5, 65_535, 65_536, 131_071, 131_072, plain.size - 1, 6, 70_001]) {
        assert.deepEqual(paged.row(i), plain.row(i));
        assert.equal(paged.valueAt('model', i), plain.valueAt('model', i));
      }
      assert.deepEqual(paged.pack(), plain.pack());
    } finally {
      pages.close();
    }
  });
});
