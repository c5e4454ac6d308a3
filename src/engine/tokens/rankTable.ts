/** The tokens of a byte-pair vocabulary, ordered by rank, with a hash index over their bytes. A token's rank is its id. */
export interface RankTable {
  /** The bytes of all tokens, one after another. */
  readonly bytes: Uint8Array;
  /** Where each token begins in `bytes`; one more entry for the end of the last. */
  readonly starts: Uint32Array;
  /** Open addressing: rank + 1, or 0 for a free slot. The length is a power of two. */
  readonly slots: Int32Array;
  /** Bytes of the longest token. */
  readonly longest: number;
}

/** No token has these bytes. Larger than every rank, so that a comparison by rank needs no special case. */
export const noRank = 0x7fffffff;

/**
 * Reads a table as the build writes it: the number of tokens (32 bits, little endian), the length of each in bytes
 * (one byte each, in the order of ranks; 0 for a rank that no token has), then their bytes one after another. `undefined` when it is damaged.
 */
export function readRankTable(file: Uint8Array): RankTable | undefined {
  const count = file.length < 4 ? 0 : new DataView(file.buffer, file.byteOffset).getUint32(0, true);
  if (count === 0 || file.length < 4 + count) return undefined;
  const bytes = file.subarray(4 + count);
  const starts = new Uint32Array(count + 1);
  let longest = 0;
  for (let rank = 0; rank < count; rank++) {
    const length = file[4 + rank]!;
    starts[rank + 1] = starts[rank]! + length;
    if (length > longest) longest = length;
  }
  if (starts[count] !== bytes.length) return undefined;
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * count)));
  for (let rank = 0; rank < count; rank++) {
    if (starts[rank] === starts[rank + 1]) continue;
    let slot = hash(bytes, starts[rank]!, starts[rank + 1]!) & (slots.length - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = rank + 1;
  }
  return { bytes, starts, slots, longest };
}

/** The rank of the token that is `bytes[start, end)`, or `noRank`. Time grows with the length, up to that of the longest token. */
export function rankOf(table: RankTable, bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length > table.longest) return noRank;
  const { slots, starts } = table;
  for (let slot = hash(bytes, start, end) & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
    const rank = slots[slot]! - 1;
    if (rank < 0) return noRank;
    const from = starts[rank]!;
    if (starts[rank + 1]! - from !== length) continue;
    let same = 0;
    while (same < length && table.bytes[from + same] === bytes[start + same]) same++;
    if (same === length) return rank;
  }
}

/** FNV-1a with a final mix, because only the low bits choose the slot. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let at = start; at < end; at++) value = Math.imul(value ^ bytes[at]!, 0x01000193);
  return value ^ (value >>> 15);
}
