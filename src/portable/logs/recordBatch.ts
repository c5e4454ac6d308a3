import type { CutRecord } from '../../engine/index.ts';

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
export class BatchBuilder {
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
