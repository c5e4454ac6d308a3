/**
 * A value of JavaScript as the recorded cases write it: JSON, with `{$js: source}` for what JSON does not have and for
 * an object whose prototype is another.
 */
export function encodeScript(value: unknown): unknown {
  if (value === undefined) return { $js: 'undefined' };
  if (typeof value === 'number') {
    if (Object.is(value, -0)) return { $js: '-0' };
    return Number.isFinite(value) ? value : { $js: String(value) };
  }
  if (typeof value === 'bigint') return { $js: `${value}n` };
  if (value instanceof Date) return { $js: `new Date("${value.toISOString()}")` };
  if (Array.isArray(value)) return value.map(encodeScript);
  if (typeof value !== 'object' || value === null) return value;
  const plain: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value))
    Object.defineProperty(plain, key, {
      value: encodeScript(item),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return plain;
  return { $js: 'object with another prototype', value: plain };
}
