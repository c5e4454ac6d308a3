import { type PyValue, toJsonValue, toPlain } from '../engine/index.ts';

/**
 * A value as plain JSON. NaN and Infinity are strings, as on the command line, and so are the digits of an integer that a
 * JavaScript number does not hold, which the protocol's readers would change.
 */
function jsonOf(value: PyValue): unknown {
  return readable(toPlain(toJsonValue(value)));
}

function readable(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(readable);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, readable(item)]));
}

/** The members of an object, see {@link jsonOf}. */
export function jsonMembers(value: PyValue): Record<string, unknown> {
  return jsonOf(value) as Record<string, unknown>;
}
