import { isPyDict, isPyList, type PyDict, PyOpaque, type PyValue } from '../../core/pyValue.ts';
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

/** A value without Python's classes: what JSON has in the place of each. Recursion is as deep as the value. */
export function plainValue(value: PyValue): PyValue {
  if (value instanceof PyOpaque) return plainValue(value.json);
  if (isPyList(value)) return value.map(plainValue);
  return isPyDict(value) ? new Map([...value].map(([key, item]) => [key, plainValue(item)])) : value;
}

/** The members of a dictionary as {@link plainValue}; none of anything else. */
export function plainMembers(value: PyValue): PyDict {
  const plain = plainValue(value);
  return isPyDict(plain) ? plain : new Map();
}

/** Whether two values are the same to JSON, but for blanks around texts, and for members that are `null` in one and not in the other. */
export function samePlainValue(before: PyValue, after: PyValue): boolean {
  return sameButForBlanks(withoutNulls(before), withoutNulls(after));
}

function withoutNulls(value: PyValue): PyValue {
  const plain = plainValue(value);
  return isPyDict(plain) ? new Map([...plain].filter(([, item]) => item !== null)) : plain;
}
