import { cutterFor } from '../../engine/index.ts';
import type { LogPlan } from './batchJudge.ts';
import { bytesHash } from './bytesHash.ts';
import { BatchBuilder, type RecordBatch } from './recordBatch.ts';
import type { RecordFilter } from './shard.ts';

/** The first batches are small, so that the first rows are there soon: this thread judges the first; in bytes and records. */
const firstBatch = 32 * 1024;
const maxRecords = 2000;

/** Cuts a log into batches of records, small ones first. `lines`: those before the first of the chunks; `largest`: in bytes. */
export async function* batchesOf(
  chunks: AsyncIterable<Uint8Array>,
  { framing, log }: LogPlan,
  { start, lines }: { readonly start: number; readonly lines: number },
  largest: number,
  filter: RecordFilter | undefined,
): AsyncGenerator<{ readonly batch: RecordBatch; readonly bytes: number }> {
  const cutter = cutterFor(framing, start);
  const builder = new BatchBuilder();
  let size = firstBatch;
  let bytes = 0;
  // The first record of CSV has the names.
  let toSkip = framing.kind === 'csv' ? 1 : 0;
  const take: Parameters<typeof cutter.push>[1] = record => {
    if (toSkip-- > 0) return;
    if (filter?.keeps(log, { start: record.start, hash: () => (record.bytes ? bytesHash(record.bytes) : 0) }) === false)
      return;
    builder.add(lines > 0 ? { ...record, line: record.line + lines } : record);
  };
  for await (const chunk of chunks) {
    // A chunk may be larger than the first batch.
    for (let from = 0; from < chunk.length; ) {
      const part = chunk.subarray(from, from + size);
      from += part.length;
      cutter.push(part, take);
      bytes += part.length;
      if (builder.count === 0 || (bytes < size && builder.count < maxRecords)) continue;
      yield { batch: builder.take(), bytes };
      bytes = 0;
      size = Math.min(2 * size, largest);
    }
  }
  cutter.end(take);
  if (builder.count > 0) yield { batch: builder.take(), bytes };
}
