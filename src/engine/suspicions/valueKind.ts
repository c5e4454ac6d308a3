import { isPyDict, isPyList, PyFloat, PyOpaque, type PyValue } from '../core/pyValue.ts';

/** What a value is, as JSON sees it. Numbers are one kind. */
export type ValueKind = 'object' | 'list' | 'string' | 'number' | 'boolean' | 'null';

/** The kind of a value. */
export function valueKind(value: PyValue): ValueKind {
  if (value === null) return 'null';
  if (isPyDict(value)) return 'object';
  if (isPyList(value)) return 'list';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  if (value instanceof PyFloat) return 'number';
  return value instanceof PyOpaque ? valueKind(value.json) : 'number';
}
