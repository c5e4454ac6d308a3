import type { RunOfRow } from '../messages/logReader.ts';
import type { Interned } from './interned.ts';
import type { PackedColumns } from './tableColumns.ts';

/** Rows as they travel between threads: arrays, and the tables that their numbers point into. */
export interface PackedVerdicts extends PackedColumns {
  readonly count: number;
  readonly verdicts: Uint8Array;
  readonly rights: Uint8Array;
  /** 1: the answer reached the limit of tokens. */
  readonly cuts: Uint8Array;
  readonly causes: Uint16Array;
  readonly kinds: Uint16Array;
  readonly logs: Uint32Array;
  readonly lines: Uint32Array;
  readonly starts: Float64Array;
  readonly lengths: Uint32Array;
  /** 0: not known. */
  readonly hashes: Uint32Array;
  /** Of rows that break a schema in several ways, by their places: what they are beside their cause, as places in `causeTable` from 1. */
  readonly further?: readonly (readonly [index: number, causes: readonly number[]])[];
  readonly causeTable: readonly string[];
  readonly kindTable: readonly string[];
  readonly ids?: readonly (string | undefined)[];
  /** The rows that are one of several answers, by their places. */
  readonly runs: readonly (readonly [index: number, run: RunOfRow])[];
}

/** The numbers that another table's texts have here, each text being taken when it comes up: in the order of the rows. 0: it has none. */
export function numbersIn(own: Interned, texts: readonly string[]): (number: number) => number {
  const known = new Map<number, number>();
  return number => {
    if (number === 0) return 0;
    let found = known.get(number);
    if (found === undefined) {
      found = own.add(texts[number - 1]!);
      known.set(number, found);
    }
    return found;
  };
}

/** The first of some runs that belongs to a row from `index` on: they are sorted. */
export function runFrom(runs: PackedVerdicts['runs'], index: number): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (runs[middle]![0] < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
