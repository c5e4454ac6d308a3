import { ModelValue } from '../../../../src/engine/core/modelValue.ts';
import { isPyDict, isPyList, PyFloat, PyOpaque, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { pyRepr } from '../../../../src/engine/python/repr.ts';

/**
 * A Python value as the recorded cases write it: JSON, with `{$py: repr}` for what JSON does not have (NaN, integers
 * past 2^53, tuples, enum members, dates) and `{$model: class, value}` for an instance of a model.
 */
export function encodePython(value: PyValue): unknown {
  if (value instanceof ModelValue) return { $model: value.type, value: encodePython(value.json) };
  if (value instanceof PyOpaque) return { $py: value.repr };
  if (value instanceof PyFloat) return value.value;
  if (typeof value === 'bigint') return { $py: String(value) };
  if (typeof value === 'number') return Number.isFinite(value) ? value : { $py: pyRepr(value) };
  if (isPyList(value)) return value.map(encodePython);
  if (isPyDict(value)) {
    const plain: Record<string, unknown> = {};
    for (const [key, item] of value)
      Object.defineProperty(plain, key, {
        value: encodePython(item),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    return plain;
  }
  return value;
}

/** A text of a message: Python has a subclass of `str` for it, of which the cases have the repr. */
export function encodeMessageText(text: string): unknown {
  return { $py: pyRepr(text) };
}

/** A tuple of strings. */
export function pyTuple(items: readonly string[]): PyOpaque {
  const repr = items.length === 1 ? `(${pyRepr(items[0] ?? '')},)` : `(${items.map(pyRepr).join(', ')})`;
  return new PyOpaque('tuple', repr, items);
}
