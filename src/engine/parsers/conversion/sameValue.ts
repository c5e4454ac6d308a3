import { isPyDict, isPyList, type PyValue } from '../../core/pyValue.ts';
import { pyRepr, pyStrip } from '../../python/index.ts';

/** Whether two values are the same to Python, types included (`1` is not `1.0`), whatever the order of keys. Recursion is as deep as the values. */
export function sameValue(a: PyValue, b: PyValue): boolean {
  if (isPyList(a)) return isPyList(b) && a.length === b.length && a.every((item, i) => sameValue(item, b[i] ?? null));
  if (!isPyDict(a)) return !isPyList(b) && !isPyDict(b) && pyRepr(a) === pyRepr(b);
  if (!isPyDict(b) || a.size !== b.size) return false;
  for (const [key, item] of a) {
    const other = b.get(key);
    if (other === undefined || !sameValue(item, other)) return false;
  }
  return true;
}

/** The same, but for white space around the texts of a dictionary. */
export function sameButForBlanks(a: PyValue, b: PyValue): boolean {
  return sameValue(stripped(a), stripped(b));
}

function stripped(value: PyValue): PyValue {
  if (!isPyDict(value)) return value;
  return new Map([...value].map(([key, item]) => [key, typeof item === 'string' ? pyStrip(item) : item]));
}
