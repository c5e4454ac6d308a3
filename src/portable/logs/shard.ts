import { blockSize } from '../../engine/index.ts';

/** One of several parts of an evaluation. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly of: number;
}

/** A record as a filter sees it. `number`: in its log, from 0; `hash`: of its bytes. */
export interface LoggedRecord {
  readonly number: number;
  readonly start: number;
  hash(): number;
}

/** Which records of some logs are judged. */
export interface RecordFilter {
  /** Whether a log is read at all. */
  reads(log: number): boolean;
  /** Whether a record is judged. To be called for each record of a log that is read, in their order. */
  keeps(log: number, record: LoggedRecord): boolean;
}

/** Files are dealt out whole where no shard gets more than so many times its share of bytes. */
const fairShare = 1.25;

/**
 * How logs are dealt out: as files where they are many enough that no shard has much more than its share, so that a shard
 * reads its own ones only; else every shard reads all of them and judges every N-th block. Depends on nothing but the
 * sizes, so that all machines agree. `sizes`: in bytes; `undefined` where nobody knows.
 */
export function dealOf(sizes: readonly (number | undefined)[], of: number): readonly number[] | undefined {
  if (sizes.length < of || of === 1 || sizes.some(size => size === undefined)) return undefined;
  const loads = Array.from({ length: of }, () => 0);
  const dealt: number[] = [];
  // The largest first, each to whom has least.
  const order = sizes.map((size, log) => ({ size: size!, log })).sort((a, b) => b.size - a.size || a.log - b.log);
  for (const { size, log } of order) {
    let least = 0;
    for (let i = 1; i < of; i++) if (loads[i]! < loads[least]!) least = i;
    loads[least]! += size;
    dealt[log] = least + 1;
  }
  const share = loads.reduce((sum, load) => sum + load, 0) / of;
  return Math.max(...loads) <= fairShare * share ? dealt : undefined;
}

/** The records of a shard. `dealt`: see {@link dealOf}. */
export function shardFilter({ index, of }: Shard, dealt: readonly number[] | undefined): RecordFilter {
  let blocks = 0;
  return {
    reads: log => dealt === undefined || dealt[log] === index,
    keeps(_, { number }) {
      // What is given up is given up within a log, and a block, so that no block has rows of two.
      if (number % blockSize === 0) blocks++;
      return dealt !== undefined || (blocks - 1) % of === index - 1;
    },
  };
}
