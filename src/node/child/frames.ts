/** Token, kind and length, see `childCode`. */
const headerLength = 24;

/** What a child process answers with: that it took a question up, the answer, the answer after which it is of no use; and a note about the process. */
export const frameKind = { begun: 0, answer: 1, lastAnswer: 2, note: 3 } as const;

/** Reads the frames of a child process. It holds one at a time, of at most `maxLength` bytes. */
export class FrameReader {
  readonly #token: Uint8Array;
  readonly #maxLength: number;
  readonly #header = Buffer.alloc(headerLength);
  #body: Buffer | undefined;
  #length = 0;

  constructor(token: Uint8Array, maxLength: number) {
    this.#token = token;
    this.#maxLength = maxLength;
  }

  /** Takes what arrived and gives the frames that are complete now; `undefined` where it is not a frame. */
  push(chunk: Buffer): readonly { readonly kind: number; readonly body: Uint8Array }[] | undefined {
    const frames: { readonly kind: number; readonly body: Uint8Array }[] = [];
    for (let at = 0; at < chunk.length; ) {
      const target = this.#body ?? this.#header;
      const count = chunk.copy(target, this.#length, at);
      at += count;
      this.#length += count;
      if (this.#length < target.length) return frames;
      if (!this.#body) {
        const size = this.#header.readUInt32LE(20);
        if (!this.#header.subarray(0, 16).equals(this.#token) || size > this.#maxLength) return undefined;
        this.#length = 0;
        this.#body = Buffer.allocUnsafeSlow(size);
        if (size > 0) continue;
      }
      frames.push({ kind: this.#header.readUInt32LE(16), body: this.#body });
      this.#body = undefined;
      this.#length = 0;
    }
    return frames;
  }
}

/** Calls as the process reads them: the length of all, and each with its own. */
export function batchOf(calls: readonly Uint8Array[]): Uint8Array {
  const length = calls.reduce((sum, call) => sum + 4 + call.length, 0);
  const bytes = Buffer.allocUnsafeSlow(4 + length);
  let at = bytes.writeUInt32LE(length);
  for (const call of calls) {
    at = bytes.writeUInt32LE(call.length, at);
    bytes.set(call, at);
    at += call.length;
  }
  return bytes;
}
