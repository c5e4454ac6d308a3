import type { RunOfRow } from '../messages/logReader.ts';
import { GrowingArray, type PageStore } from './growingArray.ts';
import {
  type NumbersOf,
  numbersIn,
  type PackedVerdicts,
  type RowNumber,
  rowNumbers,
  runFrom,
} from './packedVerdicts.ts';
import { measuresBy, type RowMeasure, type RowMeasures } from './rowMeasures.ts';
import { type ColumnOptions, Interned, TableColumns } from './tableColumns.ts';
import {
  causeKey,
  causeOfKey,
  type LogPlace,
  type RowVerdict,
  type Verdict,
  type VerdictCause,
  verdicts,
} from './verdict.ts';

/** What is kept of a row in a {@link VerdictTable}. */
export interface TableRow {
  readonly index: number;
  readonly place: LogPlace;
  readonly id?: string;
  readonly verdict: Verdict;
  readonly right?: boolean;
  readonly cause?: VerdictCause;
}

/** What a table keeps beside verdicts and places. */
export interface TableOptions extends ColumnOptions {
  /** Whether the log's own names of rows are kept: they take more memory than all else. */
  readonly keepIds?: boolean;
  /** What is kept of what is measured of rows: four bytes for each. */
  readonly measures?: readonly RowMeasure[];
}

/** More different causes, or sets of kinds, are one. */
const maxInterned = 60_000;

const rowNumberNames = Object.keys(rowNumbers) as readonly RowNumber[];

/** What is made for each number that is kept of a row, by its name. */
function eachNumber<R extends { readonly [K in RowNumber]: unknown }>(make: (name: RowNumber) => unknown): R {
  return Object.fromEntries(rowNumberNames.map(name => [name, make(name)])) as R;
}

/**
 * The verdicts of an evaluation, in the order of its rows, some thirty bytes for each: a million fit. Folds rows as
 * they come; what was folded elsewhere is appended. Counting is for {@link summarize}.
 */
export class VerdictTable {
  /** Its name, also in a build with short ones. */
  static readonly name = 'VerdictTable';
  readonly #numbers: { readonly [K in RowNumber]: GrowingArray<NumbersOf<K>> };
  readonly #causeTable = new Interned(maxInterned);
  readonly #kindTable = new Interned(maxInterned);
  readonly #columns: TableColumns;
  readonly #ids: (string | undefined)[] | undefined;
  readonly #runs = new Map<number, RunOfRow>();
  readonly #further = new Map<number, readonly number[]>();
  readonly #measures: ReadonlyMap<RowMeasure, GrowingArray<Float32Array>>;
  readonly #measured = new Set<RowMeasure>();

  /** `pages`: what keeps most of what is kept of rows; absent: memory. Throws a `TypeError` for options that are none. */
  constructor(options: TableOptions = {}, pages?: PageStore) {
    if (typeof options !== 'object' || options === null)
      throw new TypeError(`VerdictTable(options): \`options\` must be an object, not ${String(options)}.`);
    this.#columns = new TableColumns(options, pages);
    this.#numbers = eachNumber(name => new GrowingArray<NumbersOf<RowNumber>>(rowNumbers[name], pages));
    this.#ids = options.keepIds ? [] : undefined;
    this.#measures = new Map((options.measures ?? []).map(name => [name, new GrowingArray(Float32Array, pages)]));
  }

  /** How many rows there are. */
  get size(): number {
    return this.#numbers.verdicts.length;
  }

  /** Adds a row behind the others. */
  add(row: RowVerdict): void {
    const { place, verdict, right, isCut, code, detail, further, kinds, id, run, columns, measures } = row;
    const isKept = verdict === 'ok' || verdict === 'right';
    const kind = isKept ? 'error' : verdict;
    const index = this.size;
    const numbers = this.#numbers;
    numbers.causes.push(
      isKept || code === undefined
        ? 0
        : this.#causeTable.add(causeKey({ kind, code, ...(detail !== undefined && { detail }) })),
    );
    numbers.kinds.push(kinds === undefined ? 0 : this.#kindTable.add(kinds));
    numbers.rights.push(right === undefined ? 0 : right ? 1 : 2);
    numbers.cuts.push(isCut ? 1 : 0);
    numbers.logs.push(place.log);
    numbers.lines.push(place.line);
    numbers.starts.push(place.start ?? -1);
    numbers.lengths.push(place.start === undefined || place.end === undefined ? 0 : place.end - place.start);
    numbers.hashes.push(place.hash ?? 0);
    this.#ids?.push(id);
    if (run) this.#runs.set(index, run);
    if (further)
      this.#further.set(
        index,
        further.map(each => this.#causeTable.add(causeKey({ kind, ...each }))),
      );
    numbers.verdicts.push(verdicts.indexOf(verdict));
    for (const name in columns) this.#columns.set(name, columns[name]!, index);
    for (const [name, numbers] of this.#measures) {
      const number = measures?.[name];
      numbers.push(number ?? Number.NaN);
      if (number !== undefined) this.#measured.add(name);
    }
  }

  /** Adds rows that another table packed, behind those that are here: all of them, or those from one index to another. */
  append(packed: PackedVerdicts, from = 0, to = packed.count): void {
    const offset = this.size;
    const causes = numbersIn(this.#causeTable, packed.causeTable);
    const kinds = numbersIn(this.#kindTable, packed.kindTable);
    for (const name of rowNumberNames) {
      const numbers = packed[name].subarray(from, to);
      const here = name === 'causes' ? numbers.map(causes) : name === 'kinds' ? numbers.map(kinds) : numbers;
      (this.#numbers[name] as GrowingArray<typeof here>).append(here);
    }
    for (let i = from; this.#ids && i < to; i++) this.#ids.push(packed.ids?.[i]);
    for (let i = runFrom(packed.runs, from); i < packed.runs.length && packed.runs[i]![0] < to; i++)
      this.#runs.set(offset + packed.runs[i]![0] - from, packed.runs[i]![1]);
    for (const [index, numbers] of packed.further ?? [])
      if (index >= from && index < to) this.#further.set(offset + index - from, numbers.map(causes));
    this.#columns.append(packed, offset, from, to);
    for (const [name, numbers] of this.#measures) {
      const own = packed.measures?.[name]?.subarray(from, to) ?? new Float32Array(to - from).fill(Number.NaN);
      numbers.append(own);
      if (own.some(number => !Number.isNaN(number))) this.#measured.add(name);
    }
  }

  /** All rows, to be appended to another table. */
  pack(): PackedVerdicts {
    return {
      count: this.size,
      ...eachNumber<Pick<PackedVerdicts, RowNumber>>(name => this.#numbers[name].toArray()),
      causeTable: this.#causeTable.values,
      kindTable: this.#kindTable.values,
      ...this.#columns.pack(this.size),
      ...(this.#ids && { ids: this.#ids }),
      runs: [...this.#runs],
      ...(this.#further.size > 0 && { further: [...this.#further] }),
      ...(this.#measured.size > 0 && {
        measures: Object.fromEntries(this.measures.map(name => [name, this.#measures.get(name)!.toArray()])),
      }),
    };
  }

  /** A row by its index. */
  row(index: number): TableRow {
    const start = this.#numbers.starts.at(index);
    const id = this.#ids?.[index];
    const cause = this.#numbers.causes.at(index);
    const right = this.#numbers.rights.at(index);
    const hash = this.#numbers.hashes.at(index);
    return {
      index,
      place: {
        log: this.#numbers.logs.at(index),
        line: this.#numbers.lines.at(index),
        ...(start >= 0 && { start, end: start + this.#numbers.lengths.at(index) }),
        ...(hash > 0 && { hash }),
      },
      ...(id !== undefined && { id }),
      verdict: verdicts[this.#numbers.verdicts.at(index)]!,
      ...(right > 0 && { right: right === 1 }),
      ...(cause > 0 && { cause: causeOfKey(this.#causeTable.values[cause - 1]!) }),
    };
  }

  /** A row's name in its log; `undefined`: it has none, or none is kept. */
  idAt(index: number): string | undefined {
    return this.#ids?.[index];
  }

  /** The line on which a row begins. */
  lineAt(index: number): number {
    return this.#numbers.lines.at(index);
  }

  /** Of the rows that one record has, which this is, from 0. Linear in these. */
  turnAt(index: number): number {
    const start = this.#numbers.starts.at(index);
    let first = index;
    while (
      first > 0 &&
      start >= 0 &&
      this.#numbers.starts.at(first - 1) === start &&
      this.#numbers.logs.at(first - 1) === this.#numbers.logs.at(index)
    )
      first--;
    return index - first;
  }

  /** The verdict of a row as its place in `verdicts`. */
  verdictAt(index: number): number {
    return this.#numbers.verdicts.at(index);
  }

  /** Whether the value is the expected one: 0 where none is expected, 1 right, 2 wrong. */
  rightAt(index: number): number {
    return this.#numbers.rights.at(index);
  }

  /** Whether the answer reached the limit of tokens. */
  isCutAt(index: number): boolean {
    return this.#numbers.cuts.at(index) === 1;
  }

  /** A row's cause as its place in {@link causes}, from 1; 0: it has none. */
  causeAt(index: number): number {
    return this.#numbers.causes.at(index);
  }

  /** Whether a cause, by its place in {@link causes} from 1, is the row's own or one of its further ones. */
  hasCauseAt(index: number, cause: number): boolean {
    return this.causeAt(index) === cause || this.#further.get(index)?.includes(cause) === true;
  }

  /** The causes of a row beside its own. */
  furtherAt(index: number): readonly VerdictCause[] {
    return (this.#further.get(index) ?? []).flatMap(cause =>
      cause > 0 ? [causeOfKey(this.#causeTable.values[cause - 1]!)] : [],
    );
  }

  /** Which answer to a question a row is; `undefined`: the only one. */
  runAt(index: number): RunOfRow | undefined {
    return this.#runs.get(index);
  }

  /** Whether there are answers to questions that may have several. */
  get hasRuns(): boolean {
    return this.#runs.size > 0;
  }

  /** A row's kinds as their place in {@link kinds}, from 1; 0: unknown. */
  kindsAt(index: number): number {
    return this.#numbers.kinds.at(index);
  }

  /** All causes, in the order in which they came. */
  get causes(): readonly VerdictCause[] {
    return this.#causeTable.values.map(causeOfKey);
  }

  /** All sets of kinds, in the order in which they came. */
  get kinds(): readonly string[] {
    return this.#kindTable.values;
  }

  /** The columns that rows can be grouped by, in the order in which they came. */
  get columns(): readonly string[] {
    return this.#columns.names;
  }

  /** A row's value in a column; `undefined`: it has none. */
  valueAt(column: string, index: number): string | undefined {
    return this.#columns.valueAt(column, index);
  }

  /** What is measured, and known of some row. */
  get measures(): readonly RowMeasure[] {
    return [...this.#measures.keys()].filter(name => this.#measured.has(name));
  }

  /** A row's numbers. */
  measuresAt(index: number): RowMeasures {
    return measuresBy(this.#measures.keys(), name => this.measureAt(name, index));
  }

  /** One of them, as a 32-bit float. */
  measureAt(name: RowMeasure, index: number): number | undefined {
    const number = this.#measures.get(name)?.at(index) ?? Number.NaN;
    return Number.isNaN(number) ? undefined : number;
  }

  /** Marks rows with a cause: what is known only when all rows are there. */
  mark(indexes: Iterable<number>, cause: VerdictCause): void {
    const number = this.#causeTable.add(causeKey(cause));
    for (const index of indexes) {
      this.#numbers.verdicts.set(index, verdicts.indexOf(cause.kind));
      this.#numbers.causes.set(index, number);
    }
  }
}
