import type { ModelMessage } from '../core/result.ts';

/** What is measured of a row when it is judged. */
interface Judged {
  readonly response?: string | ModelMessage;
}

interface Measure {
  /** What it is, for the help of the command line. */
  readonly summary: string;
  /** How many decimals are kept and shown. */
  readonly decimals: number;
  /** `ms`: how long reading and judging its response took; `undefined`: nobody knows. */
  of(row: Judged, ms: number | undefined): number | undefined;
}

/**
 * What can be measured of rows beside their verdicts: numbers, kept as 32-bit floats. Another one is an entry here and its word in
 * `evaluationWords.ts`: options, files, the list, its orders and its columns follow.
 */
export const rowMeasures = {
  judgeMs: {
    summary: 'milliseconds that reading and judging it took; they differ from run to run',
    decimals: 3,
    of: (_row, ms) => ms,
  },
} as const satisfies Record<string, Measure>;

/** A number of a row beside its verdict. */
export type RowMeasure = keyof typeof rowMeasures;

/** Numbers of a row; what is not known of it is absent. */
export type RowMeasures = { readonly [K in RowMeasure]?: number };

/** All that can be measured. */
export const measureNames = Object.keys(rowMeasures) as readonly RowMeasure[];

/** The numbers of a row that was judged. */
export function measuresOf(names: readonly RowMeasure[], row: Judged, ms: number | undefined): RowMeasures {
  return measuresBy(names, name => rowMeasures[name].of(row, ms));
}

/** Numbers of a row, each got by its name; `undefined`: it is not known. */
export function measuresBy(
  names: Iterable<RowMeasure>,
  numberOf: (name: RowMeasure) => number | undefined,
): RowMeasures {
  const measures: { -readonly [K in RowMeasure]?: number } = {};
  for (const name of names) {
    const number = numberOf(name);
    const scale = 10 ** rowMeasures[name].decimals;
    if (number !== undefined) measures[name] = Math.round(number * scale) / scale;
  }
  return measures;
}

/** A number as a list shows it. */
export function measureText(name: RowMeasure, number: number): string {
  return number.toFixed(rowMeasures[name].decimals);
}
