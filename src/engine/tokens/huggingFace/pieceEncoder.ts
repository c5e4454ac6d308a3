import { type Joins, mergeParts } from '../bytePairEncoding.ts';
import type { TokenSpan } from '../encoding.ts';
import type { Alphabet } from './alphabet.ts';
import { type MergeTable, mergeRank } from './mergeTable.ts';

/** Encodes one piece at a time, in buffers that are used again. */
export class PieceEncoder implements Joins {
  readonly #alphabet: Alphabet;
  readonly #merges: MergeTable;
  /** Pieces that are one token although merging does not make it, by their text. */
  readonly #whole = new Map<string, number>();
  #ids = new Int32Array(256);
  #symbolEnds = new Int32Array(256);
  #partEnds = new Int32Array(256);

  constructor(alphabet: Alphabet, merges: MergeTable) {
    this.#alphabet = alphabet;
    this.#merges = merges;
  }

  /** The piece `text` is the token `id`, unless merging makes one token of it anyhow. */
  addWhole(text: string, id: number): void {
    if (text !== '' && this.count(text, 0, text.length) > 1) this.#whole.set(text, id);
  }

  /** The number of tokens of `text[start, end)`, which is not empty. */
  count(text: string, start: number, end: number): number {
    if (this.#whole.size > 0 && this.#whole.has(text.slice(start, end))) return 1;
    return this.#encode(text, start, end);
  }

  /** Appends the tokens of `text[start, end)`. */
  spans(text: string, start: number, end: number, spans: TokenSpan[]): void {
    const whole = this.#whole.get(text.slice(start, end));
    if (whole !== undefined) {
      spans.push({ start, end, ids: [whole] });
      return;
    }
    const count = this.#encode(text, start, end);
    let from = start;
    let ids: number[] = [];
    for (let part = 0; part < count; part++) {
      ids.push(this.#ids[part === 0 ? 0 : this.#partEnds[part - 1]!]!);
      const partEnd = this.#symbolEnds[this.#partEnds[part]! - 1]!;
      if (partEnd < 0) continue;
      spans.push({ start: from, end: partEnd, ids });
      from = partEnd;
      ids = [];
    }
  }

  #encode(text: string, start: number, end: number): number {
    const needed = 3 * (end - start);
    if (needed > this.#ids.length) {
      this.#ids = new Int32Array(needed);
      this.#symbolEnds = new Int32Array(needed);
      this.#partEnds = new Int32Array(needed);
    }
    const length = this.#alphabet.write(text, start, end, this.#ids, this.#symbolEnds);
    return mergeParts(this, length, this.#partEnds);
  }

  rank(start: number, middle: number): number {
    return mergeRank(this.#merges, this.#ids[start]!, this.#ids[middle]!);
  }

  join(start: number, middle: number): void {
    this.#ids[start] = this.#merges.merged[this.rank(start, middle)]!;
  }
}
