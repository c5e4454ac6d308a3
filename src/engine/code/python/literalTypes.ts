import { isPyList, PyFloat, type PyValue } from '../../core/pyValue.ts';

/** The `type` that Pydantic prints beside literals; `undefined` where they are of several. */
export function literalType(values: readonly PyValue[]): string | undefined {
  const types = new Set(values.map(typeNameOf));
  return types.size === 1 ? [...types][0] : undefined;
}

function typeNameOf(value: PyValue): string | undefined {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  if (isInteger(value)) return 'integer';
  if (value instanceof PyFloat || typeof value === 'number') return 'number';
  return value === null ? 'null' : isPyList(value) ? 'array' : undefined;
}

/** Whether `Literal[…]` takes a value. */
export function isLiteral(value: PyValue): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || isInteger(value);
}

/** True for an int. */
export function isInteger(value: PyValue): boolean {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}

/** True for an int or a float that a float can hold. */
export function isFiniteNumber(value: PyValue): boolean {
  const number = value instanceof PyFloat ? value.value : value;
  return typeof number === 'number'
    ? Number.isFinite(number)
    : typeof number === 'bigint' && Number.isFinite(Number(number));
}
