import { ModelValue } from '../core/modelValue.ts';
import { isPyDict, isPyList, PyFloat, type PyList, PyOpaque, type PyValue } from '../core/pyValue.ts';
import { toJsonText } from '../python/index.ts';

/** Whether two values are the same to the last type: `1` is not `1.0`, `NaN` is itself, the order of keys counts. Recursion is as deep as the value. */
export function exactlySame(one: PyValue, other: PyValue): boolean {
  if (isPyList(one))
    return isPyList(other) && one.length === other.length && one.every((item, i) => exactlySame(item, other[i]!));
  if (isPyDict(one)) {
    if (!isPyDict(other) || one.size !== other.size) return false;
    const entries = [...other];
    return [...one].every(([key, item], i) => entries[i]![0] === key && exactlySame(item, entries[i]![1]));
  }
  // Python tells an instance of a model as the dict that it is.
  if (one instanceof ModelValue && isPyDict(other)) return exactlySame(one.json, other);
  // Python tells a tuple or a set as the list of its items, a set in an order of its own.
  if (one instanceof PyOpaque && isPyList(one.json) && isPyList(other)) return sameItems(one.json, other, one.type);
  if (one instanceof PyFloat) return other instanceof PyFloat && Object.is(one.value, other.value);
  if (one instanceof PyOpaque)
    return other instanceof PyOpaque && one.type === other.type && exactlySame(one.json, other.json);
  return Object.is(one, other);
}

function sameItems(one: PyList, other: PyList, type: string): boolean {
  if (type === 'tuple') return exactlySame(one, other);
  if (one.length !== other.length) return false;
  const sorted = (items: PyList) => items.toSorted((a, b) => (toJsonText(a) < toJsonText(b) ? -1 : 1));
  return exactlySame(sorted(one), sorted(other));
}
