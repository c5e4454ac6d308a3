import { type PyNode, spanOf } from '../code/python/read/syntax.ts';
import { Unreadable } from './values.ts';

/** Methods of lists, dicts and sets that change them. */
export const changing = new Set(
  'append extend insert update setdefault pop popitem remove clear add discard sort reverse intersection_update difference_update symmetric_difference_update'.split(
    ' ',
  ),
);

/** Throws `Unreadable` for an attribute that is not read. */
export function missing(reason: string, node: PyNode): never {
  throw new Unreadable(reason, spanOf(node));
}
