import { isPyDict, isPyList, PyFloat, type PyValue } from '../../core/pyValue.ts';

/** The type of a field that holds a value, as signatures write it. `null`: it shows none, as `None` does. */
export function typeOfValue(value: PyValue): string | null {
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (value instanceof PyFloat) return 'float';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  if (isPyList(value)) return value.length > 0 && value.every(item => typeof item === 'string') ? 'list[str]' : 'list';
  return isPyDict(value) ? 'dict' : null;
}
