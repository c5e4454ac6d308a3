/**
 * How many items of a list come before the first that `isBefore` refuses, by binary search: the list must have all items
 * that it accepts in front of all others, as a sorted list has those below a bound. Logarithmic.
 */
export function partitionPoint<T>(items: readonly T[], isBefore: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(items[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
