import { plainCell } from './plainCell.ts';

/** A text as the bytes that a file has of it. */
export class TextBytes {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** What lines are put together to, in bytes; room for one more of some length is left. */
const pieceBytes = 256 * 1024;
const roomForLine = 32 * 1024;
/** The longest that a byte becomes in JSON: `\u0000`. */
const longestEscape = 6;
const [newline, quote, comma, backslash, braceOpen, braceClose] = [0x0a, 0x22, 0x2c, 0x5c, 0x7b, 0x7d];
const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** What JSON writes for the bytes that it escapes. */
const escapes = Array.from({ length: 0x80 }, (_, byte) => {
  const written = JSON.stringify(String.fromCharCode(byte)).slice(1, -1);
  return written.length > 1 ? encoder.encode(written) : undefined;
});

/** Rows as lines of JSON, each an object, in UTF-8. Texts of ASCII, most of what logs have, go from bytes to bytes. */
export class JsonLines {
  readonly #names = new Map<string, Uint8Array>();
  #bytes: Uint8Array = new Uint8Array(0);
  #length = 0;

  /** Whether it is time to take what there is. */
  get isFull(): boolean {
    return this.#length > pieceBytes - roomForLine;
  }

  /** Adds a row. What is not there is null. */
  add(row: Readonly<Record<string, unknown>>): void {
    let before = braceOpen;
    for (const name in row) {
      this.#byte(before);
      before = comma;
      this.#copy(this.#nameOf(name));
      const value = row[name];
      if (value instanceof TextBytes) this.#text(value);
      else this.#written(JSON.stringify(plainCell(value)));
    }
    if (before === braceOpen) this.#byte(before);
    this.#byte(braceClose);
    this.#byte(newline);
  }

  /** The lines since the last time, with a buffer of their own; `undefined`: there are none. */
  take(): Uint8Array | undefined {
    if (this.#length === 0) return undefined;
    const piece = this.#bytes.subarray(0, this.#length);
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
    return piece;
  }

  #nameOf(name: string): Uint8Array {
    let written = this.#names.get(name);
    if (!written) {
      written = encoder.encode(`${JSON.stringify(name)}:`);
      this.#names.set(name, written);
    }
    return written;
  }

  #text({ bytes }: TextBytes): void {
    this.#makeRoom(longestEscape * bytes.length + 2);
    const to = this.#bytes;
    let at = this.#length;
    to[at++] = quote;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]!;
      // What is not ASCII may not be UTF-8 either.
      if (byte >= 0x80) {
        this.#written(JSON.stringify(decoder.decode(bytes)));
        return;
      }
      if (byte >= 0x20 && byte !== quote && byte !== backslash) to[at++] = byte;
      else for (const each of escapes[byte]!) to[at++] = each;
    }
    to[at++] = quote;
    this.#length = at;
  }

  #written(text: string): void {
    // In UTF-8 a unit takes three bytes at most.
    this.#makeRoom(3 * text.length);
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  #copy(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #byte(byte: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#length++] = byte;
  }

  #makeRoom(size: number): void {
    const needed = this.#length + size;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length, pieceBytes));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
