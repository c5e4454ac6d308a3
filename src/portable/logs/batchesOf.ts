import { blockSize, type CutRecord, cutterFor } from '../../engine/index.ts';
import type { LogPlan } from './batchJudge.ts';
import { bytesHash } from './bytesHash.ts';
import { BatchBuilder, type RecordBatch } from './recordBatch.ts';
import type { RecordFilter } from './shard.ts';

/** The first batches are small, so that the first rows are there soon: this thread judges the first; in bytes and records. */
const firstBatch = 32 * 1024;
const maxRecords = 2000;
/** A batch of records so large is ended within a block, in bytes. */
const endsBlock = 16 * 1024 * 1024;

/**
 * Cuts a log into batches of records, small ones first. They end with a block, unless its records are very large: what is
 * given up must not depend on where batches end. `lines`: those before the first of the chunks; `largest`: in bytes.
 */
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
  let count = 0;
  let ready: { readonly batch: RecordBatch; readonly bytes: number }[] = [];
  const take = (record: CutRecord) => {
    if (toSkip-- > 0) return;
    const number = count++;
    const isFull =
      number % blockSize === 0 ? bytes >= size || builder.count >= maxRecords : builder.length >= endsBlock;
    if (isFull && builder.count > 0) {
      ready.push({ batch: builder.take(), bytes });
      bytes = 0;
      size = Math.min(2 * size, largest);
    }
    const hash = () => (record.bytes ? bytesHash(record.bytes) : 0);
    if (filter?.keeps(log, { number, start: record.start, hash }) === false) return;
    builder.add(lines > 0 ? { ...record, line: record.line + lines } : record, Math.floor(number / blockSize));
  };
  for await (const chunk of chunks) {
    // A chunk may be larger than the first batch.
    for (let from = 0; from < chunk.length; ) {
      const part = chunk.subarray(from, from + size);
      from += part.length;
      cutter.push(part, take);
      bytes += part.length;
      yield* ready;
      ready = [];
    }
  }
  cutter.end(take);
  yield* ready;
  if (builder.count > 0) yield { batch: builder.take(), bytes };
}
