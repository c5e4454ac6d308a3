import { blockSize, type CutRecord, cutterFor, type Framing } from '../../engine/index.ts';
import type { RecordFilter } from './shard.ts';

/** Records of a log side by side, as they are sent to a worker. */
export interface RecordBatch {
  /** The records' bytes, one behind the other. */
  readonly bytes: Uint8Array;
  /** Where each ends in `bytes`; 0xffffffff: the record is too long, and not here. */
  readonly ends: Uint32Array;
  readonly lines: Uint32Array;
  /** Where each stands in the log, in bytes. */
  readonly starts: Float64Array;
  readonly lengths: Uint32Array;
  /** The block of the log that each is of, from 0: what is given up is given up by blocks. */
  readonly blocks: Uint32Array;
  /** Of each definition how many limits the rows of the first block ran into in the batch before; absent: it begins here. */
  readonly limits?: readonly number[];
}

/** Stands for the end of a record that is too long. */
export const tooLong = 0xffff_ffff;

/** Collects records until there are enough for a batch. */
class BatchBuilder {
  #parts: Uint8Array[] = [];
  #length = 0;
  #ends: number[] = [];
  #lines: number[] = [];
  #starts: number[] = [];
  #lengths: number[] = [];
  #blocks: number[] = [];

  get count(): number {
    return this.#ends.length;
  }

  /** The bytes of all records. */
  get length(): number {
    return this.#length;
  }

  /** Adds a record of a block, whose bytes are copied. */
  add({ bytes, line, start, end }: CutRecord, block: number): void {
    if (bytes) {
      this.#parts.push(bytes.slice());
      this.#length += bytes.length;
    }
    this.#ends.push(bytes ? this.#length : tooLong);
    this.#lines.push(line);
    this.#starts.push(start);
    this.#lengths.push(end - start);
    this.#blocks.push(block);
  }

  /** The batch; what follows is another one. */
  take(): RecordBatch {
    const bytes = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      bytes.set(part, at);
      at += part.length;
    }
    const batch = {
      bytes,
      ends: Uint32Array.from(this.#ends),
      lines: Uint32Array.from(this.#lines),
      starts: Float64Array.from(this.#starts),
      lengths: Uint32Array.from(this.#lengths),
      blocks: Uint32Array.from(this.#blocks),
    };
    [this.#parts, this.#length, this.#ends, this.#lines, this.#starts] = [[], 0, [], [], []];
    [this.#lengths, this.#blocks] = [[], []];
    return batch;
  }
}

/** A hash of bytes (FNV-1a) from 1 to 2^32 − 1: what is written over a row has the same by one chance in four thousand million. */
export function bytesHash(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash >>> 0 || 1;
}

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
  { framing, log }: { readonly framing: Framing; readonly log: number },
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
