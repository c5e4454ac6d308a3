import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { EngineError } from '../../engine/index.ts';
import type { JudgedBatch } from '../../portable/logs/fold.ts';
import type { RecordFilter } from '../../portable/logs/shard.ts';
import { writeFailure } from '../writeFailure.ts';
import { packRows, unpackRows } from './packedRows.ts';

/** What a run has judged so far, kept on the disk as it goes: a run that ended anyhow is gone on with. */
export interface Journal {
  /** What runs before judged. */
  readonly before: readonly JudgedBatch[];
  /** Leaves out what was judged. Throws `EngineError` of class `LogChanged` where other bytes stand there now. */
  readonly filter: RecordFilter;
  add(batch: JudgedBatch): void;
  /** Whether all that was judged before is still in the logs. */
  isAllThere(): boolean;
  remove(): Promise<void>;
}

/**
 * Opens a journal, or begins one. A line that was not written to its end, or is not what was written, is left out with all
 * behind it: those rows are judged again. `key`: what runs have to have in common. Rejects with `EngineError` of class
 * `OtherRun` where the journal is another run's, and `BrokenJournal` where nobody can say.
 */
export async function openJournal(file: string, key: string): Promise<Journal> {
  const head = checkedLine({ journal: key });
  const text = await readFile(file, 'latin1').catch(() => '');
  const first = text.slice(0, text.indexOf('\n') + 1);
  if (first !== '' && dataOf(first.slice(0, -1)) === undefined)
    throw new EngineError(
      'BrokenJournal',
      `${file} is damaged: its first line is not what was written. Delete it to begin anew.`,
    );
  if (text !== '' && !text.startsWith(head) && !head.startsWith(text))
    throw new EngineError(
      'OtherRun',
      `${file} is of a run over other logs, or with another definition or other options. Delete it to begin anew.`,
    );
  const before: JudgedBatch[] = [];
  let end = head.length;
  if (text.length < end) await writeFile(file, head);
  for (let next = text.indexOf('\n', end); next >= 0; next = text.indexOf('\n', end)) {
    const batch = batchOf(text.slice(end, next));
    if (!batch) break;
    before.push(batch);
    end = next + 1;
  }
  if (end < text.length) await truncate(file, end);
  const rows = new JudgedRows(before);
  return {
    before,
    filter: { reads: () => true, keeps: (log, record) => !rows.has(log, record) },
    add({ verdicts, ...rest }) {
      try {
        appendFileSync(file, checkedLine({ rows: packRows(verdicts, true), ...rest }), 'latin1');
      } catch (error) {
        throw writeFailure(file, error);
      }
    },
    isAllThere: () => rows.isAtEnd,
    remove: () => rm(file, { force: true }),
  };
}

/** A line of the journal: a hash of its JSON, and that. */
function checkedLine(data: unknown): string {
  const json = JSON.stringify(data);
  return `${hashOf(json)} ${json}\n`;
}

/** What a line holds; `undefined`: it is not what was written. */
function dataOf(line: string): unknown {
  const space = line.indexOf(' ');
  const json = line.slice(space + 1);
  return line.slice(0, space) === hashOf(json) ? JSON.parse(json) : undefined;
}

function hashOf(json: string): string {
  return createHash('sha256').update(json, 'latin1').digest('hex').slice(0, 16);
}

function batchOf(line: string): JudgedBatch | undefined {
  try {
    const { rows, ...rest } = dataOf(line) as Omit<JudgedBatch, 'verdicts'> & { readonly rows: string };
    return { ...rest, verdicts: unpackRows(rows) };
  } catch {
    return undefined;
  }
}

/** The rows that were judged, in their order. */
class JudgedRows {
  readonly #batches: readonly JudgedBatch[];
  #batch = 0;
  #row = 0;

  constructor(batches: readonly JudgedBatch[]) {
    this.#batches = batches;
  }

  get isAtEnd(): boolean {
    return this.#batches
      .slice(this.#batch)
      .every(({ verdicts }, i) => verdicts[0]!.count === (i === 0 ? this.#row : 0));
  }

  /** Whether a record was judged; asked of all records in their order. */
  has(log: number, { start, hash }: { readonly start: number; hash(): number }): boolean {
    const last = this.#batches.at(-1)?.last;
    if (!last || log > last.log || (log === last.log && start > last.start)) return false;
    for (let rows = this.#batches[this.#batch]?.verdicts[0]; rows; rows = this.#batches[this.#batch]?.verdicts[0]) {
      if (this.#row < rows.count) {
        const own = { log: rows.logs[this.#row]!, start: rows.starts[this.#row]!, hash: rows.hashes[this.#row]! };
        // A row of another definition is in no table.
        if (own.log > log || (own.log === log && own.start > start)) return true;
        this.#row++;
        if (own.log === log && own.start === start && own.hash === hash()) {
          // A conversation has several rows.
          while (this.#row < rows.count && rows.logs[this.#row] === log && rows.starts[this.#row] === start)
            this.#row++;
          return true;
        }
        throw new EngineError(
          'LogChanged',
          'The log has other rows than when it was judged. Delete what is kept of that run to begin anew.',
        );
      }
      this.#batch++;
      this.#row = 0;
    }
    return true;
  }
}
