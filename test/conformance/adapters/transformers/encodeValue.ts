import { isPyDict, isPyList, PyFloat, PyOpaque, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { pyRepr } from '../../../../src/engine/python/repr.ts';

/** A value as the recorded cases write it: JSON, with `{$py: repr}` for NaN, infinities and integers past 2^53. */
export function encodeValue(value: PyValue): unknown {
  if (value instanceof PyOpaque) return { $py: value.repr };
  if (value instanceof PyFloat) return value.value;
  if (typeof value === 'bigint') return { $py: String(value) };
  if (typeof value === 'number') return Number.isFinite(value) ? value : { $py: pyRepr(value) };
  if (isPyList(value)) return value.map(encodeValue);
  if (!isPyDict(value)) return value;
  const plain: Record<string, unknown> = {};
  for (const [key, item] of value)
    Object.defineProperty(plain, key, {
      value: encodeValue(item),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return plain;
}
