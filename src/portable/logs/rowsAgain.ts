import {
  type CutRecord,
  createRowReader,
  createRowsReader,
  cutterFor,
  type LogPlace,
  type LogRow,
} from '../../engine/index.ts';
import { breathe } from '../breathe.ts';
import { type LogPlan, recordOf } from './batchJudge.ts';
import type { LogSource } from './logSource.ts';
import { bytesHash } from './recordBatch.ts';

const decoder = new TextDecoder();

/** A log that was read once. */
export interface ReadLog {
  /** It from its start once more. */
  source(): Promise<LogSource>;
  /** Begins to read single stretches of bytes; absent: places are not of its own bytes. */
  stretches?(): Promise<Stretches>;
}

/** Reads stretches of a log's own bytes. */
export interface Stretches {
  /** `undefined`: the log ends before. */
  read(start: number, end: number): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

/**
 * Rows of a log again, by their places: their own bytes, or by reading it from the start. `undefined` where other bytes
 * stand there now, or where a row has more than `limit` bytes. Rejects when the log cannot be read.
 */
export async function rowsAgain(
  { source, stretches }: ReadLog,
  plan: LogPlan,
  places: readonly LogPlace[],
  limit: number,
): Promise<readonly (LogRow | undefined)[]> {
  const toRows = createRowsReader(plan.reading);
  const rowOf = (
    bytes: Uint8Array,
    { hash, ...rest }: Omit<LogPlace, 'hash'> & { readonly hash: number | undefined },
  ) => {
    const place = { ...rest, ...(hash !== undefined && { hash }) };
    if (place.hash !== undefined && bytesHash(bytes) !== place.hash) return undefined;
    const record = recordOf(decoder.decode(bytes), plan.framing, plan.names ?? []);
    return record && toRows(record.data, place)[place.turn ?? 0];
  };
  if (!stretches) {
    const table = await source();
    if (table.record)
      return Promise.all(
        places.map(async place => {
          const bytes = await table.record!(place.line);
          // It has all columns, and not only those that were needed when it was judged.
          return bytes && bytes.length <= limit ? rowOf(bytes, { ...place, hash: undefined }) : undefined;
        }),
      );
    const byStart = new Map<number | undefined, number[]>();
    for (const [i, { start }] of places.entries()) byStart.set(start, [...(byStart.get(start) ?? []), i]);
    const found: (LogRow | undefined)[] = places.map(() => undefined);
    await eachRecord(table, plan, ({ bytes, start }) => {
      for (const i of byStart.get(start) ?? [])
        if (bytes && bytes.length <= limit) found[i] = rowOf(bytes, { hash: undefined, ...places[i]! });
      byStart.delete(start);
      return byStart.size > 0;
    });
    return found;
  }
  const handle = await stretches();
  try {
    return await Promise.all(
      places.map(async place => {
        const { start = 0, end = 0 } = place;
        if (end - start > limit || end <= start) return undefined;
        const bytes = await handle.read(start, end);
        return bytes && rowOf(bytes, { hash: undefined, ...place });
      }),
    );
  } finally {
    await handle.close();
  }
}

/**
 * Reads all rows of a log again, in their order; `undefined` stands for one that is broken. Ends early where `visit` gives
 * false. What else waits in this thread comes between its chunks.
 */
export async function scanRows(
  source: LogSource,
  plan: LogPlan,
  visit: (row: LogRow | undefined) => boolean,
): Promise<void> {
  const toRows = createRowsReader(plan.reading);
  const place: LogPlace = { log: plan.log, line: 0 };
  await eachRecord(source, plan, ({ bytes }) => {
    const record = bytes && recordOf(decoder.decode(bytes), plan.framing, plan.names ?? []);
    const rows = record ? toRows(record.data, place) : [undefined];
    return rows.every(visit);
  });
}

/**
 * The row of a log that begins on a line, counted from 1; `undefined` where none does, or where it is broken or has more
 * than `limit` bytes. Rejects when the log cannot be read.
 */
export async function rowOnLine(
  source: LogSource,
  plan: LogPlan,
  line: number,
  limit: number,
): Promise<LogRow | undefined> {
  const toRow = createRowReader(plan.reading);
  let found: LogRow | undefined;
  await eachRecord(source, plan, ({ bytes, line: begins }) => {
    if (begins < line) return true;
    const isFound = begins === line && bytes !== undefined && bytes.length <= limit;
    const record = isFound ? recordOf(decoder.decode(bytes), plan.framing, plan.names ?? []) : undefined;
    if (record) found = toRow(record.data, { log: plan.log, line });
    return false;
  });
  return found;
}

/** Reads the records of a log in their order, until `visit` gives false. What else waits in this thread comes between its chunks. */
export async function eachRecord(
  source: LogSource,
  { framing }: LogPlan,
  visit: (record: CutRecord) => boolean,
): Promise<void> {
  // A part of a file begins where it begins; a byte order mark is not known yet and comes to the same below.
  let cutter: ReturnType<typeof cutterFor> | undefined;
  let toSkip = framing.kind === 'csv' ? 1 : 0;
  let goesOn = true;
  const take = (record: CutRecord) => {
    if (toSkip-- > 0 || !goesOn) return;
    goesOn = visit(record);
  };
  for await (const chunk of source.chunks()) {
    cutter ??= cutterFor(framing, source.offset ?? 0);
    cutter.push(chunk, take);
    if (!goesOn) return;
    await breathe();
  }
  cutter?.end(take);
}
