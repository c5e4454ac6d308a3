/** A record of a log as it stands in it. */
export interface CutRecord {
  /** UTF-8; `undefined`: it is too long. Valid until the next chunk is pushed. */
  readonly bytes: Uint8Array | undefined;
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** In bytes from the start of the log, half-open. */
  readonly start: number;
  readonly end: number;
}

/** Cuts the bytes of a log into records, however they arrive. Linear; holds one record at a time. */
export interface RecordCutter {
  push(chunk: Uint8Array, take: (record: CutRecord) => void): void;
  /** The end of the log, which may end within a record. */
  end(take: (record: CutRecord) => void): void;
  /** What the log says of all its records: the start of a JSON document, which `]}` makes whole, or `]}}`. */
  readonly header?: Uint8Array | undefined;
}

/** How a log is cut into records: lines; the items of JSON's lists, or of the one that is named; records of CSV; or it is one record as a whole. */
export type Framing =
  | { readonly kind: 'lines' }
  | { readonly kind: 'items'; readonly list?: string }
  | { readonly kind: 'csv'; readonly delimiter: string }
  | { readonly kind: 'whole' };

/** The longest record, in bytes: what is made of it is many times as large. */
export const maxRecordLength = 50 * 1024 * 1024;
