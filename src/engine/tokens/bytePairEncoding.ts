import { noRank, type RankTable, rankOf } from './rankTable.ts';

/** What byte-pair encoding asks of a vocabulary. A part is named by where it begins, a byte or a symbol. */
export interface Joins {
  /** The rank of joining the part at `start` with the next one, `[middle, end)`; `noRank` where they make no token. */
  rank(start: number, middle: number, end: number): number;
  /** They are joined: the part at `start` now reaches to the end of the one at `middle`. */
  join(start: number, middle: number): void;
}

/** Up to this many parts a scan for the lowest rank beats a heap. */
const scanLimit = 48;
const scanStarts = new Int32Array(scanLimit + 1);
const scanRanks = new Int32Array(scanLimit + 1);

/**
 * Byte-pair encoding of one piece, `bytes[0, length)`, which is not empty: from single bytes on, the neighbours whose
 * joint bytes have the lowest rank are joined (the leftmost of equals), until no two make a token. Writes the end of
 * every token into `ends` (room for `length` of them) and returns how many there are. Time grows as length × log length.
 */
export function mergePiece(table: RankTable, bytes: Uint8Array, length: number, ends: Int32Array): number {
  if (length === 1 || rankOf(table, bytes, 0, length) !== noRank) {
    ends[0] = length;
    return 1;
  }
  return mergeParts({ rank: (start, _middle, end) => rankOf(table, bytes, start, end), join() {} }, length, ends);
}

/**
 * From `length` single parts on, joins the neighbours of the lowest rank (the leftmost of equals) until no two can be
 * joined. Writes the end of every part into `ends` and returns how many there are. Time grows as length × log length.
 */
export function mergeParts(joins: Joins, length: number, ends: Int32Array): number {
  return length <= scanLimit ? mergeByScan(joins, length, ends) : mergeByHeap(joins, length, ends);
}

function mergeByScan(joins: Joins, length: number, ends: Int32Array): number {
  const starts = scanStarts;
  // ranks[i]: of part i joined with part i + 1.
  const ranks = scanRanks;
  for (let at = 0; at < length; at++) {
    starts[at] = at;
    ranks[at] = at + 2 > length ? noRank : joins.rank(at, at + 1, at + 2);
  }
  starts[length] = length;
  let count = length;
  for (;;) {
    let lowest = noRank;
    let part = 0;
    for (let at = 0; at < count - 1; at++) {
      if (ranks[at]! < lowest) {
        lowest = ranks[at]!;
        part = at;
      }
    }
    if (lowest === noRank) break;
    joins.join(starts[part]!, starts[part + 1]!);
    for (let at = part + 1; at < count; at++) {
      starts[at] = starts[at + 1]!;
      ranks[at] = ranks[at + 1]!;
    }
    count--;
    ranks[part] = part + 1 < count ? joins.rank(starts[part]!, starts[part + 1]!, starts[part + 2]!) : noRank;
    if (part > 0) ranks[part - 1] = joins.rank(starts[part - 1]!, starts[part]!, starts[part + 1]!);
  }
  for (let at = 0; at < count; at++) ends[at] = starts[at + 1]!;
  return count;
}

/** Ranks fit in 31 bits and positions in 32, so that one double holds both, ordered by rank and then by position. */
const rankUnit = 2 ** 32;

/** By where a part begins: `next` is where the part after it begins, `ranks` that of the join with it. */
function mergeByHeap(joins: Joins, length: number, ends: Int32Array): number {
  const next = new Int32Array(length + 1);
  const previous = new Int32Array(length + 1);
  const ranks = new Int32Array(length).fill(noRank);
  const heap = createHeap(length);
  const rate = (part: number): void => {
    const second = next[part]!;
    const rank = second < length ? joins.rank(part, second, next[second]!) : noRank;
    ranks[part] = rank;
    if (rank !== noRank) heap.push(rank * rankUnit + part);
  };
  for (let at = 0; at <= length; at++) {
    next[at] = at + 1;
    previous[at] = at - 1;
  }
  for (let at = 0; at < length; at++) rate(at);
  for (let key = heap.pop(); key >= 0; key = heap.pop()) {
    const rank = Math.floor(key / rankUnit);
    const part = key - rank * rankUnit;
    // Entries of a part that has grown or gone since are left in the heap; their rank no longer agrees.
    if (ranks[part] !== rank) continue;
    const gone = next[part]!;
    joins.join(part, gone);
    ranks[gone] = noRank;
    next[part] = next[gone]!;
    previous[next[part]!] = part;
    rate(part);
    if (part > 0) rate(previous[part]!);
  }
  let count = 0;
  for (let part = 0; part < length; part = next[part]!) ends[count++] = next[part]!;
  return count;
}

interface Heap {
  push(key: number): void;
  /** The smallest key, or -1 when none is left. */
  pop(): number;
}

/** A binary heap of numbers that are not negative. */
function createHeap(capacity: number): Heap {
  let keys = new Float64Array(capacity);
  let size = 0;
  return {
    push(key) {
      if (size === keys.length) {
        const grown = new Float64Array(2 * size);
        grown.set(keys);
        keys = grown;
      }
      let at = size++;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (keys[parent]! <= key) break;
        keys[at] = keys[parent]!;
        at = parent;
      }
      keys[at] = key;
    },
    pop() {
      if (size === 0) return -1;
      const smallest = keys[0]!;
      const key = keys[--size]!;
      let at = 0;
      for (let child = 1; child < size; child = 2 * at + 1) {
        if (child + 1 < size && keys[child + 1]! < keys[child]!) child++;
        if (keys[child]! >= key) break;
        keys[at] = keys[child]!;
        at = child;
      }
      keys[at] = key;
      return smallest;
    },
  };
}
