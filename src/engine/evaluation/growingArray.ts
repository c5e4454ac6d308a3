/** Keeps pages of bytes that are seldom looked at, such as on a disk. Throws where what is there cannot be written or read. */
export interface PageStore {
  /** Keeps a copy of a new page; gives where it is. `undefined`: there is no room for it, and whoever has it keeps it. Never throws. */
  add(page: Uint8Array): number | undefined;
  /** Keeps a page in place of one of the same length. */
  write(place: number, page: Uint8Array): void;
  /** Fills `page` with what is kept. */
  read(place: number, page: Uint8Array): void;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** Items of a page. */
const pageSize = 65_536;

/**
 * Numbers of a type that grow at their end; what was never set is 0. They stand in pages, so that growing copies little. With
 * a store all pages but the last and the one that was looked at last are there.
 */
export class GrowingArray<T extends Numbers> {
  /** Its name, also in a build with short ones. */
  static readonly name = 'GrowingArray';
  readonly #type: new (
    size: number,
  ) => T;
  readonly #store: PageStore | undefined;
  /** Pages, or where they are in the store. */
  readonly #pages: (T | number)[] = [];
  #length = 0;
  /** The page of the store that was looked at last, and whether it was changed since. */
  #open: { readonly page: number; readonly items: T; isChanged: boolean } | undefined;

  constructor(type: new (size: number) => T, store?: PageStore) {
    this.#type = type;
    this.#store = store;
  }

  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    return index < this.#length ? this.#page(index >>> 16)[index & 0xffff]! : 0;
  }

  set(index: number, value: number): void {
    const page = index >>> 16;
    this.#page(page)[index & 0xffff] = value;
    if (this.#open?.page === page) this.#open.isChanged = true;
  }

  push(value: number): void {
    const at = this.#length & 0xffff;
    this.#lastWith(at + 1)[at] = value;
    this.#length++;
  }

  append(items: T): void {
    for (let from = 0; from < items.length; ) {
      const at = this.#length & 0xffff;
      const count = Math.min(items.length - from, pageSize - at);
      this.#lastWith(at + count).set(items.subarray(from, from + count) as Uint8Array, at);
      this.#length += count;
      from += count;
    }
  }

  /** Makes it at least so long. */
  growTo(length: number): void {
    while (this.#length < length) {
      const at = this.#length & 0xffff;
      const count = Math.min(length - this.#length, pageSize - at);
      this.#lastWith(at + count);
      this.#length += count;
    }
  }

  /** A copy of what is in it. */
  toArray(): T {
    const all = new this.#type(this.#length);
    for (let page = 0; page << 16 < this.#length; page++) {
      const from = page << 16;
      all.set(this.#page(page).subarray(0, Math.min(pageSize, this.#length - from)) as Uint8Array, from);
    }
    return all;
  }

  #page(page: number): T {
    const kept = this.#pages[page]!;
    if (typeof kept !== 'number') return kept;
    if (this.#open?.page !== page) {
      this.#close();
      const items = new this.#type(pageSize);
      this.#store!.read(kept, bytesOf(items));
      this.#open = { page, items, isChanged: false };
    }
    return this.#open!.items;
  }

  /** The page at the end, with room for so many items; a new one where the last is full. */
  #lastWith(count: number): T {
    const page = this.#length >>> 16;
    const last = this.#pages[page] as T | undefined;
    if (last && last.length >= count) return last;
    if (!last && page > 0) this.#put(page - 1);
    const wider = new this.#type(Math.min(pageSize, Math.max(count, last ? 2 * last.length : 64)));
    if (last) wider.set(last as Uint8Array);
    this.#pages[page] = wider;
    return wider;
  }

  /** Puts a full page into the store. */
  #put(page: number): void {
    const items = this.#pages[page]!;
    if (this.#store && typeof items !== 'number') this.#pages[page] = this.#store.add(bytesOf(items)) ?? items;
  }

  #close(): void {
    if (this.#open?.isChanged) this.#store!.write(this.#pages[this.#open.page] as number, bytesOf(this.#open.items));
    this.#open = undefined;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Numbers): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
