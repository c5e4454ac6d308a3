import { compareCodePoints } from '../compareCodePoints.ts';
import { JinjaError } from './jinjaError.ts';
import { numericOf } from './jinjaNumbers.ts';
import {
  isDict,
  isList,
  iterate,
  type JinjaDict,
  type JinjaValue,
  PySequence,
  PyTuple,
  textOf,
  typeName,
  Undefined,
} from './value.ts';

/** Python's `a == b`. Raises for a strict undefined. */
export function equals(a: JinjaValue, b: JinjaValue): boolean {
  if (a instanceof Undefined || b instanceof Undefined) {
    const undefinedOne = a instanceof Undefined ? a : (b as Undefined);
    if (undefinedOne.isStrict) undefinedOne.fail();
    return a instanceof Undefined && b instanceof Undefined;
  }
  const text = textOf(a);
  if (text !== undefined) return text === textOf(b);
  const left = numericOf(a);
  if (left !== undefined) {
    const right = numericOf(b);
    // biome-ignore lint/suspicious/noDoubleEquals: number and bigint are one kind of number here
    return right !== undefined && left == right;
  }
  if (a instanceof PyTuple) return b instanceof PyTuple && sameItems(a.items, b.items);
  if (isList(a)) return isList(b) && sameItems(a, b);
  if (a instanceof PySequence && !a.isGenerator)
    return b instanceof PySequence && !b.isGenerator && a.type === b.type && sameItems(a.take(), b.take());
  if (!isDict(a)) return a === b;
  if (!isDict(b) || a.size !== b.size) return false;
  return [...a].every(([key, item]) => {
    const other = dictGet(b, key);
    return other !== undefined && equals(item, other);
  });
}

function sameItems(a: readonly JinjaValue[], b: readonly JinjaValue[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i] || equals(item, b[i] ?? null));
}

/** Python's `a < b` as a number: negative, zero or positive; `NaN` where floats cannot be ordered. Raises Python's `TypeError` for types that cannot. */
export function compare(a: JinjaValue, b: JinjaValue, sign = '<'): number {
  if (a instanceof Undefined) a.fail();
  if (b instanceof Undefined) b.fail();
  const [text, otherText] = [textOf(a), textOf(b)];
  if (text !== undefined && otherText !== undefined) return compareCodePoints(text, otherText);
  const [left, right] = [numericOf(a), numericOf(b)];
  if (left !== undefined && right !== undefined)
    // biome-ignore lint/suspicious/noDoubleEquals: number and bigint are one kind of number here
    return left < right ? -1 : left > right ? 1 : left == right ? 0 : Number.NaN;
  const [items, others] = [ordered(a), ordered(b)];
  if (items && others && typeName(a) === typeName(b)) {
    for (const [i, item] of items.entries()) {
      const other = others[i];
      if (other === undefined) return 1;
      if (!equals(item, other)) return compare(item, other, sign);
    }
    return items.length - others.length;
  }
  throw new JinjaError(
    'TypeError',
    `'${sign}' not supported between instances of '${typeName(a)}' and '${typeName(b)}'`,
  );
}

function ordered(value: JinjaValue): readonly JinjaValue[] | undefined {
  return value instanceof PyTuple ? value.items : isList(value) ? value : undefined;
}

/** `item in container`. Raises for a strict undefined, and Python's `TypeError` where Python does. */
export function contains(container: JinjaValue, item: JinjaValue): boolean {
  if (container instanceof Undefined) return container.isStrict ? container.fail() : false;
  const text = textOf(container);
  if (text !== undefined) {
    const part = textOf(item);
    if (part !== undefined) return text.includes(part);
    throw new JinjaError('TypeError', `'in <string>' requires string as left operand, not ${typeName(item)}`);
  }
  if (isDict(container)) return dictGet(container, item) !== undefined;
  const items = iterateFor(container);
  return items.some(member => member === item || equals(member, item));
}

function iterateFor(container: JinjaValue): readonly JinjaValue[] {
  if (isList(container) || container instanceof PyTuple || container instanceof PySequence) return iterate(container);
  throw new JinjaError('TypeError', `argument of type '${typeName(container)}' is not iterable`);
}

/** The value of a key: equal numbers are one key. Raises Python's `TypeError` for a key that cannot be hashed. */
export function dictGet(dict: JinjaDict, key: JinjaValue): JinjaValue | undefined {
  return dict.get(keyOf(dict, key));
}

/** The key under which a dict has, or would have, a key equal to this one. Linear for keys that are not text, which only literals of a template have. */
export function keyOf(dict: JinjaDict, key: JinjaValue): JinjaValue {
  if (typeof key === 'string') return key;
  if (key instanceof Undefined && key.isStrict) key.fail();
  const text = textOf(key);
  if (text !== undefined) return text;
  if (isList(key) || isDict(key)) throw new JinjaError('TypeError', `unhashable type: '${typeName(key)}'`);
  for (const member of dict.keys())
    if (typeof member !== 'string' && (member === key || equals(member, key))) return member;
  return key;
}
