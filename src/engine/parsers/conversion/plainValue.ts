import { isPyDict, isPyList, type PyDict, PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { sameButForBlanks } from './sameValue.ts';

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
