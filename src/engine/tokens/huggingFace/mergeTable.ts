import { noRank } from '../rankTable.ts';

/** The merges of a byte-pair vocabulary in the order of their ranks, by the ids of their tokens, with a hash index. */
export interface MergeTable {
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
export function mergeRank(table: MergeTable, left: number, right: number): number {
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
