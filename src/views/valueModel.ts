import { isPyDict, isPyList, type PyValue } from '../engine/index.ts';
import { lensPreview, lensPreviewLength, rowPreviewLength, valuePreview } from './valuePreview.ts';

/** A value of a result: the whole, what is said beside it, what one destination gets, or one part (the number after `parts`), then the number of an item at each level below. */
export type ValuePath = readonly [
  root: 'value' | 'extra' | 'content' | 'memory' | 'metadata' | 'parts',
  ...items: number[],
];

/** A value in few words. */
export interface ValueModel {
  /** At most {@link lensPreviewLength} long. */
  readonly short: string;
  /** At most {@link rowPreviewLength} long. */
  readonly long: string;
  readonly kind: 'string' | 'dict' | 'list' | 'null' | 'scalar';
  /** How many items a dict or list has; 0 for everything else. */
  readonly size: number;
}

/** A value in few words. */
export function valueModel(value: PyValue): ValueModel {
  return {
    short: valuePreview(value, lensPreviewLength),
    long: valuePreview(value, rowPreviewLength),
    kind: kindOf(value),
    size: isPyDict(value) ? value.size : isPyList(value) ? value.length : 0,
  };
}

export interface LensValueModel extends ValueModel {
  /** As much of it as a row of lenses may have. */
  readonly lens: string;
}

/** A value in few words, and in those that a lens may have. */
export function lensValueModel(value: PyValue): LensValueModel {
  return { ...valueModel(value), lens: lensPreview(value) };
}

function kindOf(value: PyValue): ValueModel['kind'] {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (isPyDict(value)) return 'dict';
  return isPyList(value) ? 'list' : 'scalar';
}
