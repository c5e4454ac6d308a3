import { deepEqual, equal, rejects } from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VerdictTable } from '../../../src/engine/index.ts';
import { openJournal } from '../../../src/node/evaluation/journal.ts';
import { packRows } from '../../../src/node/evaluation/packedRows.ts';

suite('the journal of an evaluation', () => {
  let folder = '';
  setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-'));
  });
  teardown(() => rmSync(folder, { recursive: true, force: true }));

  const batch = (start: number) =>
    JSON.stringify({ rows: packRows([new VerdictTable().pack()], true), last: { log: 0, start } });
  const head = '{"journal":"k"}\n';
  const starts = async (file: string) => (await openJournal(file, 'k')).before.map(({ last }) => last.start);

  test('all batches are read again, and stay', async () => {
    const file = join(folder, 'a.journal');
    deepEqual(await starts(file), []);
    equal(readFileSync(file, 'latin1'), head);
    const text = `${head}${batch(1)}\n${batch(22)}\n${batch(333)}\n`;
    writeFileSync(file, text);
    for (let times = 0; times < 2; times++) {
      deepEqual(await starts(file), [1, 22, 333]);
      equal(readFileSync(file, 'latin1'), text);
    }
  });

  test('a line that was not written to its end goes, with all behind it', async () => {
    const file = join(folder, 'a.journal');
    const text = `${head}${batch(1)}\n`;
    for (const rest of [batch(2), `${batch(2).slice(0, -3)}\n${batch(3)}\n`]) {
      writeFileSync(file, text + rest);
      deepEqual(await starts(file), [1]);
      equal(readFileSync(file, 'latin1'), text);
    }
  });

  test('the journal of another run is refused', async () => {
    const file = join(folder, 'a.journal');
    await openJournal(file, 'k');
    await rejects(openJournal(file, 'other'), { class: 'OtherRun' });
  });
});
