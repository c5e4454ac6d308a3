import type { CutRecord } from './recordCutter.ts';

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
