/** Units of a block; small, because reading behind the last block copies what is there of the next. */
const blockSize = 1024;

/**
 * A text that grows at its end. A plain string would be copied whole by the first look at it after every append; here
 * appending costs what is appended, and a slice what is in it, plus a block.
 */
export class GrowingText {
  readonly #blocks: string[] = [];
  #tail = '';
  #length = 0;

  /** In UTF-16 units. */
  get length(): number {
    return this.#length;
  }

  append(chunk: string): void {
    this.#length += chunk.length;
    this.#tail += chunk;
    if (this.#tail.length < blockSize) return;
    const whole = this.#tail.length - (this.#tail.length % blockSize);
    for (let at = 0; at < whole; at += blockSize) this.#blocks.push(this.#tail.slice(at, at + blockSize));
    this.#tail = this.#tail.slice(whole);
  }

  /** As `String.prototype.slice`, for offsets from 0 to the length. */
  slice(start = 0, end = this.#length): string {
    if (end <= start) return '';
    const first = Math.floor(start / blockSize);
    const last = Math.floor((end - 1) / blockSize);
    const from = start - first * blockSize;
    const to = end - last * blockSize;
    if (first === last) return this.#block(first).slice(from, to);
    const parts = [this.#block(first).slice(from)];
    for (let i = first + 1; i < last; i++) parts.push(this.#block(i));
    parts.push(this.#block(last).slice(0, to));
    return parts.join('');
  }

  #block(index: number): string {
    return this.#blocks[index] ?? this.#tail;
  }
}
