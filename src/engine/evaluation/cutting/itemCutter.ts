import { type CutRecord, maxRecordLength, PendingRecord, type RecordCutter } from './recordCutter.ts';

type Take = (record: CutRecord) => void;

const [quote, backslash, comma, colon, feed] = [0x22, 0x5c, 0x2c, 0x3a, 0x0a];

/** Members of a document that hold its rows. */
const rowKeys: ReadonlySet<string> = new Set([
  ...['samples', 'trajectory', 'data', 'rows', 'items', 'records', 'results'],
  ...['responses', 'runs', 'observations', 'generations'],
]);
/** Members that make a document a record itself: its lists are not rows. */
const answerKeys: ReadonlySet<string> = new Set(['response', 'completion', 'choices', 'answer']);
/** A trajectory of mini-swe-agent has this before its `messages`, which are rows then. */
const trajectoryKey = 'info';
const maxKey = Math.max(...[...rowKeys].map(key => key.length));
/** The longest start of a document that is kept, in bytes. */
const maxHeader = 1024 * 1024;

/**
 * Records of JSON documents: the items of a list; of an object the items of its first list of rows (`samples`,
 * `trajectory`, `data`, …), what stands before being the header, unless an answer stands there; such a list may stand one
 * object deeper, as in `results.results`; any other object, and whatever else stands at the top, is a record itself. `list`: the member
 * whose items are the records, where it is known. Only brackets and strings are looked at, so an item that is broken is a record of its own.
 */
export function itemCutter(start = 0, list?: string, limit = maxRecordLength): RecordCutter {
  return new ItemCutter(start, list, limit);
}

class ItemCutter implements RecordCutter {
  readonly #pending: PendingRecord;
  readonly #list: string | undefined;
  #header: Uint8Array | undefined;
  #line = 1;
  #place: number;
  #depth = 0;
  /** The depth at which records stand: 0 at the top, 1 in a list, 2 or 3 in a document's list; -1 behind that list. */
  #recordDepth = 0;
  #isOpen = false;
  /** Whether the record is an object at the top, which may have a list of rows. */
  #isDocument = false;
  #isTrajectory = false;
  /** The depth of the members that may be a list of rows: 1, or 2 in a member called like one. */
  #memberDepth = 1;
  #string: 'none' | 'open' | 'escaped' = 'none';
  /** The last string of a document's own members, as far as it may be a key. */
  #key: number[] = [];
  /** Where in the chunk the part of the record begins that is not pending yet. */
  #from = 0;

  constructor(start: number, list: string | undefined, limit: number) {
    this.#place = start;
    this.#list = list;
    this.#pending = new PendingRecord(limit);
  }

  get header(): Uint8Array | undefined {
    return this.#header;
  }

  push(chunk: Uint8Array, take: Take): void {
    this.#from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (byte === feed) this.#line++;
      if (this.#string !== 'none') this.#inString(byte);
      else this.#outside(byte, i, chunk, take);
    }
    if (this.#isOpen) {
      this.#pending.add(chunk.subarray(this.#from));
      this.#pending.keep();
    }
    this.#place += chunk.length;
  }

  end(take: Take): void {
    if (this.#isOpen) take(this.#pending.take());
    this.#isOpen = false;
  }

  #inString(byte: number): void {
    if (this.#string === 'escaped') this.#string = 'open';
    else if (byte === backslash) this.#string = 'escaped';
    else if (byte === quote) this.#string = 'none';
    if (this.#isDocument && this.#depth === this.#memberDepth && this.#string !== 'none' && this.#key.length <= maxKey)
      this.#key.push(byte);
  }

  #outside(byte: number, i: number, chunk: Uint8Array, take: Take): void {
    if (byte <= 0x20) return;
    if (byte === 0x7b || byte === 0x5b) this.#opening(byte, i, chunk);
    else if (byte === 0x7d || byte === 0x5d) this.#closing(i, chunk, take);
    else if (byte === comma) {
      // It ends a record that is a string, a number or a literal.
      if (this.#isOpen && this.#depth === this.#recordDepth) this.#close(i, chunk, take);
    } else if (byte !== colon || this.#isOpen) {
      if (byte === colon && this.#isDocument && this.#depth === this.#memberDepth) {
        const key = this.#keyText();
        if (answerKeys.has(key) && this.#list === undefined) this.#isDocument = false;
        else if (key === trajectoryKey) this.#isTrajectory = true;
      }
      if (!this.#isOpen && this.#depth === this.#recordDepth) this.#open(i);
      if (byte === quote) {
        this.#string = 'open';
        this.#key = [];
      }
    }
  }

  #opening(byte: number, i: number, chunk: Uint8Array): void {
    if (this.#depth === 0 && byte === 0x5b && !this.#isOpen) this.#recordDepth = 1;
    else if (this.#isDocument && this.#depth === this.#memberDepth && byte === 0x5b && this.#isOfRows()) {
      this.#pending.add(chunk.subarray(this.#from, i + 1));
      this.#header = this.#pending.length <= maxHeader ? this.#pending.take().bytes?.slice() : undefined;
      this.#recordDepth = this.#depth + 1;
      this.#isOpen = false;
      this.#isDocument = false;
    } else if (this.#depth === this.#recordDepth && !this.#isOpen) {
      this.#open(i);
      this.#isDocument = this.#depth === 0;
      this.#isTrajectory = false;
      this.#memberDepth = 1;
    } else if (this.#isDocument && this.#depth === 1 && byte === 0x7b && rowKeys.has(this.#keyText()))
      this.#memberDepth = 2;
    this.#depth++;
  }

  #isOfRows(): boolean {
    const key = this.#keyText();
    if (this.#list !== undefined) return key === this.#list;
    return rowKeys.has(key) || (this.#isTrajectory && key === 'messages');
  }

  #keyText(): string {
    return String.fromCharCode(...this.#key);
  }

  #closing(i: number, chunk: Uint8Array, take: Take): void {
    const isLast = this.#depth === this.#recordDepth;
    if (isLast && this.#isOpen) this.#close(i, chunk, take);
    this.#depth = Math.max(0, this.#depth - 1);
    if (this.#depth === 1) this.#memberDepth = 1;
    if (this.#depth === 0) this.#recordDepth = 0;
    else if (isLast) this.#recordDepth = -1;
    if (this.#isOpen && this.#depth === this.#recordDepth) this.#close(i + 1, chunk, take);
  }

  #open(i: number): void {
    this.#isOpen = true;
    this.#from = i;
    this.#pending.begin(this.#line, this.#place + i);
  }

  #close(end: number, chunk: Uint8Array, take: Take): void {
    this.#pending.add(chunk.subarray(this.#from, end));
    take(this.#pending.take());
    this.#isOpen = false;
    this.#isDocument = false;
  }
}
