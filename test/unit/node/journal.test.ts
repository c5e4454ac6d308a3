import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { measureNames, type RowMeasures, VerdictTable } from '../../../src/engine/index.ts';
import { openJournal } from '../../../src/node/evaluation/journal.ts';
import { packRows, unpackRows } from '../../../src/node/evaluation/packedRows.ts';
import { skipTest } from '../../skipTest.ts';

suite('the journal of an evaluation', () => {
  let folder = '';
  setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-'));
  });
  teardown(() => rmSync(folder, { recursive: true, force: true }));

  const checked = (data: object) => {
    const json = JSON.stringify(data);
    return `${createHash('sha256').update(json).digest('hex').slice(0, 16)} ${json}`;
  };
  const batch = (start: number) =>
    checked({ rows: packRows([new VerdictTable().pack()], true), last: { log: 0, start } });
  const head = `${checked({ journal: 'k' })}\n`;
  const starts = async (file: string) => (await openJournal(file, 'k')).before.map(({ last }) => last.start);

  test('rows of a version that knew no cut answers are read, none of them cut', () => {
    const table = new VerdictTable();
    for (let line = 1; line <= 3; line++)
      table.add({
        place: { log: 0, line },
        verdict: 'ok',
        suspicions: [],
        columns: {},
        ...(line === 2 && { isCut: true }),
      });
    const packed = packRows([table.pack()]);
    deepEqual([...unpackRows(packed)[0]!.cuts], [0, 1, 0]);
    // What that version wrote: nothing of cuts in the head, nor behind all else.
    const bytes = inflateRawSync(Buffer.from(packed, 'base64'));
    const size = bytes.readUInt32LE(0);
    const { hasCuts, ...head } = JSON.parse(bytes.subarray(4, 4 + size).toString()) as { hasCuts?: true };
    equal(hasCuts, true);
    const text = Buffer.from(JSON.stringify(head));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(text.length);
    const older = Buffer.concat([length, text, bytes.subarray(4 + size, bytes.length - 3)]);
    const [read] = unpackRows(deflateRawSync(older).toString('base64'));
    deepEqual([...read!.cuts], [0, 0, 0]);
    deepEqual([...read!.lines], [1, 2, 3]);
  });

  test('rows are written as ever, and what was written before anything was measured is read', () => {
    const rows = (measures?: RowMeasures) => {
      const table = new VerdictTable({ keepIds: true, measures: measureNames });
      const base = { suspicions: [], ...(measures && { measures }) };
      const columns = { model: 'heron' };
      table.add({ ...base, place: { log: 0, line: 1, start: 0, end: 20, hash: 7 }, id: 'a', verdict: 'ok', columns });
      const place = { log: 1, line: 3, start: 21, end: 50, hash: 9 };
      table.add({ suspicions: [], place, verdict: 'error', code: 'no-fence', isCut: true, columns: {} });
      return table.pack();
    };
    const inflated = (text: string) => inflateRawSync(Buffer.from(text, 'base64'));
    const before =
      'lY4xC8JADIVTHcTd1eXNEYrgcpPgz6g3nG2kxetdufam0v/pz5Fru+hmIPASvryXNxGNKH10A9SZMZiHlR6qGFGa2M8SEoIP95jnee786SmuFGjGq3FVQvXEf9GaUXobW7fkONMKFFpficX6AVSBWoJ30JNmVMF3nVQpi9HMoTBgF63VjBBnJ82oTX+LQw81hCgTEVG29iYNX3W5HojoSEQ7ItonbpuAdPGjl3X2AQ==';
    deepEqual(inflated(packRows([rows(), rows()], true)), inflated(before));
    deepEqual(unpackRows(before)[1]!.measures, undefined);
    const [one, other] = unpackRows(packRows([rows({ judgeMs: 0.25 }), rows()]));
    deepEqual([...one!.measures!.judgeMs!], [0.25, Number.NaN]);
    deepEqual([...other!.measures!.judgeMs!], [Number.NaN, Number.NaN]);
    deepEqual([...one!.cuts], [0, 1]);
  });

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

  test('any flipped bit leaves out its line and those behind it, or is told where the run cannot be', async () => {
    const file = join(folder, 'a.journal');
    const text = Buffer.from(`${head}${batch(1)}\n${batch(22)}\n`, 'latin1');
    for (let bit = 0; bit < 8 * text.length; bit += 7) {
      const flipped = Buffer.from(text);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      writeFileSync(file, flipped);
      const line = flipped.toString('latin1', 0, bit >> 3).split('\n').length - 1;
      if (bit >> 3 < head.length) {
        await rejects(openJournal(file, 'k'), { class: 'BrokenJournal' }, String(bit));
      } else deepEqual(await starts(file), [1, 22].slice(0, line - 1), String(bit));
    }
  });

  test('a full disk names the file', async function () {
    if (!existsSync('/dev/full')) skipTest(this, 'without /dev/full');
    const file = join(folder, 'a.journal');
    const journal = await openJournal(file, 'k');
    rmSync(file);
    symlinkSync('/dev/full', file);
    throws(() => journal.add({ verdicts: [new VerdictTable().pack()] } as never), {
      class: 'FileNotWritten',
      message: `${file} cannot be written: ENOSPC: no space left on device, write`,
    });
  });

  test('the journal of another run is refused', async () => {
    const file = join(folder, 'a.journal');
    await openJournal(file, 'k');
    await rejects(openJournal(file, 'other'), { class: 'OtherRun' });
  });
});
