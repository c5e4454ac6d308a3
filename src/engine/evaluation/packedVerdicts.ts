import type { RunOfRow } from '../messages/logReader.ts';
import type { RowMeasure } from './rowMeasures.ts';
import type { Interned, PackedColumns } from './tableColumns.ts';

/** The numbers that are kept of each row, with the arrays that they stand in. One more is a line here, and what `VerdictTable` takes it from. */
export const rowNumbers = {
  /** As places in `verdicts`. */
  verdicts: Uint8Array,
  /** 0: no value is expected, 1: it is the expected one, 2: another. */
  rights: Uint8Array,
  /** 1: the answer reached the limit of tokens. */
  cuts: Uint8Array,
  /** As places in `causeTable`, from 1; 0: it has none. */
  causes: Uint16Array,
  /** As places in `kindTable`, from 1; 0: unknown. */
  kinds: Uint16Array,
  logs: Uint32Array,
  lines: Uint32Array,
  /** -1: unknown. */
  starts: Float64Array,
  lengths: Uint32Array,
  /** 0: unknown. */
  hashes: Uint32Array,
} as const;

/** A number that is kept of each row. */
export type RowNumber = keyof typeof rowNumbers;

/** All rows' numbers of one name. */
export type NumbersOf<K extends RowNumber> = InstanceType<(typeof rowNumbers)[K]>;

/** Rows as they travel between threads: arrays, and the tables that their numbers point into. */
export interface PackedVerdicts extends PackedColumns, Readonly<{ [K in RowNumber]: NumbersOf<K> }> {
  readonly count: number;
  /** Of rows that break a schema in several ways, by their places: what they are beside their cause, as places in `causeTable` from 1. */
  readonly further?: readonly (readonly [index: number, causes: readonly number[]])[];
  /** What is measured, where it is; NaN: the row has no such number. */
  readonly measures?: { readonly [K in RowMeasure]?: Float32Array };
  readonly causeTable: readonly string[];
  readonly kindTable: readonly string[];
  readonly ids?: readonly (string | undefined)[];
  /** The rows that are one of several answers, by their places. */
  readonly runs: readonly (readonly [index: number, run: RunOfRow])[];
}

/** The numbers that another table's texts have here, each text being taken when it comes up: in the order of the rows. 0: it has none. */
export function numbersIn(own: Interned, texts: readonly string[]): (number: number) => number {
  const numbers = new Map<number, number>();
  return number => {
    if (number === 0) return 0;
    let found = numbers.get(number);
    if (found === undefined) {
      found = own.add(texts[number - 1]!);
      numbers.set(number, found);
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
