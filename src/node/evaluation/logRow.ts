import { open } from 'node:fs/promises';
import { createRowReader, cutterFor, type LogPlace, type LogRow } from '../../engine/index.ts';
import { type LogPlan, recordOf } from './batchJudge.ts';
import type { LogSource } from './logSource.ts';

/**
 * A row of a log again, to be shown: of a file its own bytes, of anything else by reading from the start. `undefined`
 * where there is no such row any more. Rejects when the log cannot be read.
 */
export async function logRow(
  path: string,
  source: LogSource,
  { framing, reading, names }: LogPlan,
  place: LogPlace,
): Promise<LogRow | undefined> {
  const bytes = source.offset === undefined ? await bytesIn(source, framing, place) : await bytesAt(path, place);
  const record = bytes && recordOf(new TextDecoder().decode(bytes), framing, names ?? []);
  return record && createRowReader(reading)(record.data, place);
}

async function bytesAt(path: string, { start = 0, end = 0 }: LogPlace): Promise<Uint8Array | undefined> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(end - start);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    return bytesRead === bytes.length && bytesRead > 0 ? bytes : undefined;
  } finally {
    await file.close();
  }
}

async function bytesIn(
  source: LogSource,
  framing: LogPlan['framing'],
  { start }: LogPlace,
): Promise<Uint8Array | undefined> {
  const cutter = cutterFor(framing);
  let found: Uint8Array | undefined;
  const take: Parameters<typeof cutter.push>[1] = record => {
    if (record.start === start) found = record.bytes?.slice();
  };
  for await (const chunk of source.chunks()) {
    cutter.push(chunk, take);
    if (found) return found;
  }
  cutter.end(take);
  return found;
}
