import { GrowingArray, type PageStore } from './growingArray.ts';

/** More different values and a column is nothing to group by. */
const maxColumnValues = 1000;
/** More columns are not kept. */
const maxColumns = 32;

/** Which columns a table keeps. */
export interface ColumnOptions {
  /** Columns to group by; absent: all that have few values. */
  readonly columns?: readonly string[];
  /** Columns that are kept however many others there are. */
  readonly always?: readonly string[];
}

/** Columns as they travel between threads. */
export interface PackedColumns {
  readonly columns: readonly {
    readonly name: string;
    readonly values: Uint16Array;
    readonly table: readonly string[];
  }[];
  /** Columns with too many values. */
  readonly dropped: readonly string[];
}

interface Column {
  readonly values: GrowingArray<Uint16Array>;
  readonly table: Interned;
}

/** The columns of a table that its rows can be grouped by, in the order in which they came. */
export class TableColumns {
  /** Its name, also in a build with short ones. */
  static readonly name = 'TableColumns';
  readonly #options: ColumnOptions;
  readonly #pages: PageStore | undefined;
  readonly #columns = new Map<string, Column>();
  readonly #dropped = new Set<string>();

  constructor(options: ColumnOptions, pages?: PageStore) {
    this.#options = options;
    this.#pages = pages;
  }

  get names(): readonly string[] {
    return [...this.#columns.keys()];
  }

  /** A row's value in a column; `undefined`: it has none. */
  valueAt(column: string, index: number): string | undefined {
    const found = this.#columns.get(column);
    return found && index < found.values.length ? found.table.values[found.values.at(index) - 1] : undefined;
  }

  /** Sets a row's value; rows come in their order. */
  set(name: string, value: string, index: number): void {
    const column = this.#column(name);
    if (!column) return;
    const number = column.table.add(value);
    if (number === 0) {
      this.#drop(name);
      return;
    }
    column.values.growTo(index);
    column.values.push(number);
  }

  /** Adds what another table packed of its rows `from` to `to`; the first of them is the row `offset` here. */
  append({ columns, dropped }: PackedColumns, offset: number, from: number, to: number): void {
    for (const name of dropped) this.#drop(name);
    for (const { name, values, table } of columns)
      for (let i = from; i < to; i++) {
        const value = table[values[i]! - 1];
        if (value !== undefined) this.set(name, value, offset + i - from);
      }
  }

  /** All of them for a table with so many rows. */
  pack(size: number): PackedColumns {
    return {
      columns: [...this.#columns].map(([name, { values, table }]) => {
        values.growTo(size);
        return { name, values: values.toArray(), table: table.values };
      }),
      dropped: [...this.#dropped],
    };
  }

  #drop(name: string): void {
    this.#columns.delete(name);
    this.#dropped.add(name);
  }

  #column(name: string): Column | undefined {
    const kept = this.#columns.get(name);
    if (kept || this.#dropped.has(name)) return kept;
    const { columns, always } = this.#options;
    const isKept = columns?.includes(name) ?? (always?.includes(name) || this.#columns.size < maxColumns);
    if (!isKept) return undefined;
    const column: Column = { values: new GrowingArray(Uint16Array, this.#pages), table: new Interned(maxColumnValues) };
    this.#columns.set(name, column);
    return column;
  }
}

/** Texts by number: each once, counted from 1. */
export class Interned {
  readonly #limit: number;
  readonly #numbers = new Map<string, number>();
  readonly #values: string[] = [];

  /** Takes at most `limit` different texts. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The texts in the order of their numbers. */
  get values(): readonly string[] {
    return this.#values;
  }

  /** The number of a text; 0: there are too many. */
  add(text: string): number {
    const number = this.#numbers.get(text);
    if (number !== undefined) return number;
    if (this.#values.length >= this.#limit) return 0;
    this.#values.push(text);
    this.#numbers.set(text, this.#values.length);
    return this.#values.length;
  }
}
