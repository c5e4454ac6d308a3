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

/** The record that is being read: its bytes so far, unless they are too many. */
export class PendingRecord {
  readonly #limit: number;
  #parts: Uint8Array[] = [];
  #length = 0;
  #line = 1;
  #start = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** Begins a record at a place of the log. */
  begin(line: number, start: number): void {
    this.#parts = [];
    this.#length = 0;
    this.#line = line;
    this.#start = start;
  }

  /** Adds what stands next. The bytes are copied only when the record goes on in another chunk. */
  add(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.#length > this.#limit) this.#parts = [];
    else if (bytes.length > 0) this.#parts.push(bytes);
  }

  /** Keeps what came before although its chunk will be used again. */
  keep(): void {
    const last = this.#parts.length - 1;
    if (last >= 0) this.#parts[last] = this.#parts[last]!.slice();
  }

  /** The record, which ends here. */
  take(): CutRecord {
    const bytes = this.#length > this.#limit ? undefined : joined(this.#parts, this.#length);
    return { bytes, line: this.#line, start: this.#start, end: this.#start + this.#length };
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
