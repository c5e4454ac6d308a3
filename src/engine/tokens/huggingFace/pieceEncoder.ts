import { type Joins, mergeParts } from '../bytePairEncoding.ts';
import type { TokenSpan } from '../encoding.ts';
import { noRank } from '../rankTable.ts';
import type { Alphabet } from './alphabet.ts';

/** The merges of a byte-pair vocabulary in the order of their ranks, by the ids of their tokens, with a hash index. */
interface MergeTable {
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** The token that both make. */
  readonly merged: Int32Array;
  /** Open addressing: rank + 1, or 0 for a free slot. The length is a power of two. */
  readonly slots: Int32Array;
}

/** The table of three columns of equal length. Of equal pairs the first counts. */
export function mergeTable(left: Int32Array, right: Int32Array, merged: Int32Array): MergeTable {
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * left.length + 2)));
  const table = { left, right, merged, slots };
  for (let rank = 0; rank < left.length; rank++) {
    const slot = slotOf(table, left[rank]!, right[rank]!);
    if (slots[slot] === 0) slots[slot] = rank + 1;
  }
  return table;
}

/** The rank of the merge of two tokens, or `noRank`. */
function mergeRank(table: MergeTable, left: number, right: number): number {
  const rank = table.slots[slotOf(table, left, right)]! - 1;
  return rank < 0 ? noRank : rank;
}

/** The slot that holds a pair, or the free one where it would be. */
function slotOf({ left, right, slots }: MergeTable, first: number, second: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  hash ^= hash >>> 15;
  for (let slot = hash & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
    const rank = slots[slot]! - 1;
    if (rank < 0 || (left[rank] === first && right[rank] === second)) return slot;
  }
}

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
