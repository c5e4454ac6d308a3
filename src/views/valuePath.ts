/** A value of a result: the whole, what is said beside it, what one destination gets, or one part (the number after `parts`), then the number of an item at each level below. */
export type ValuePath = readonly [
  root: 'value' | 'extra' | 'content' | 'memory' | 'metadata' | 'parts',
  ...items: number[],
];
