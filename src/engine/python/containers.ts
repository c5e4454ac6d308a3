import { EngineError } from '../core/errors.ts';
import { isPyDict, isPyList, PyFloat, PyOpaque, type PyValue, pyTypeName } from '../core/pyValue.ts';
import { pyRepr } from './repr.ts';

/** `iter(value)` drained: a list's items, a dict's keys, a string's characters (code points). Raises Python's `TypeError` for anything else. */
export function pyIterate(value: PyValue): readonly PyValue[] {
  if (typeof value === 'string') return [...value];
  if (isPyList(value)) return value;
  if (isPyDict(value)) return [...value.keys()];
  throw new EngineError('TypeError', `'${pyTypeName(value)}' object is not iterable`);
}

/** `item in container`. In a string it is a substring test. Raises Python's `TypeError` where Python does. */
export function pyContains(container: PyValue, item: PyValue): boolean {
  if (isPyDict(container)) return typeof requireHashable(item) === 'string' && container.has(item as string);
  if (isPyList(container)) return container.some(member => pyEquals(member, item));
  if (typeof container !== 'string')
    throw new EngineError('TypeError', `argument of type '${pyTypeName(container)}' is not iterable`);
  if (typeof item === 'string') return container.includes(item);
  throw new EngineError('TypeError', `'in <string>' requires string as left operand, not ${pyTypeName(item)}`);
}

/** `container[key]`. Raises Python's `KeyError` (its message is the key's repr), `IndexError` or `TypeError`. */
export function pyGetItem(container: PyValue, key: PyValue): PyValue {
  if (isPyDict(container)) {
    const value = typeof requireHashable(key) === 'string' ? container.get(key as string) : undefined;
    if (value === undefined) throw new EngineError('KeyError', pyRepr(key));
    return value;
  }
  const isString = typeof container === 'string';
  if (!isString && !isPyList(container))
    throw new EngineError('TypeError', `'${pyTypeName(container)}' object is not subscriptable`);
  const index =
    typeof key === 'boolean' || (typeof key === 'number' && Number.isInteger(key)) ? Number(key) : undefined;
  if (index === undefined)
    throw new EngineError(
      'TypeError',
      isString
        ? `string indices must be integers, not '${pyTypeName(key)}'`
        : `list indices must be integers or slices, not ${pyTypeName(key)}`,
    );
  const item = (isString ? [...container] : container).at(index);
  if (item === undefined) throw new EngineError('IndexError', `${isString ? 'string' : 'list'} index out of range`);
  return item;
}

/** Python's truth of a value: false for `None`, `False`, zero and everything empty. */
export function pyTruth(value: PyValue): boolean {
  if (value instanceof PyFloat) return value.value !== 0;
  if (isPyList(value)) return value.length > 0;
  if (isPyDict(value)) return value.size > 0;
  return typeof value === 'number' ? value !== 0 : Boolean(value);
}

/** Python's `a == b`: `1 == 1.0 == True`, dicts whatever their order. Recursion is as deep as the values. */
export function pyEquals(a: PyValue, b: PyValue): boolean {
  if (isPyList(a)) return isPyList(b) && a.length === b.length && a.every((item, i) => pyEquals(item, b[i] ?? null));
  if (isPyDict(a)) {
    if (!isPyDict(b) || a.size !== b.size) return false;
    for (const [key, item] of a) if (!b.has(key) || !pyEquals(item, b.get(key) ?? null)) return false;
    return true;
  }
  if (a instanceof PyOpaque || b instanceof PyOpaque) return a === b;
  // == compares a bigint with a number exactly, as Python does.
  const left = numeric(a);
  const right = numeric(b);
  // biome-ignore lint/suspicious/noDoubleEquals: number and bigint are one kind of number here
  return left !== undefined && right !== undefined ? left == right : a === b;
}

function numeric(value: PyValue): number | bigint | undefined {
  if (value instanceof PyFloat) return value.value;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
}

/** `separator.join(items)`. Raises Python's `TypeError` for an item that is not a string. */
export function pyJoin(separator: string, items: readonly PyValue[]): string {
  const odd = items.findIndex(item => typeof item !== 'string');
  if (odd === -1) return items.join(separator);
  const type = pyTypeName(items[odd] ?? null);
  throw new EngineError('TypeError', `sequence item ${odd}: expected str instance, ${type} found`);
}

/** What stands for a value in a set or as a key: equal numbers are one. Raises Python's `TypeError` for what cannot be hashed. */
export function pyHashKey(value: PyValue): PyValue {
  return numeric(requireHashable(value)) ?? value;
}

/** A member of a set or a key, itself. Raises Python's `TypeError` for what it cannot hash. */
export function requireHashable(key: PyValue): PyValue {
  if (isPyList(key) || isPyDict(key)) throw new EngineError('TypeError', `unhashable type: '${pyTypeName(key)}'`);
  return key;
}
