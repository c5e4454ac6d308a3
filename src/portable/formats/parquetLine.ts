/** A row as a line of JSON, without its end: large numbers as digits, times as ISO 8601, bytes as hexadecimal digits. What is not there is null. */
export function parquetLine(row: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(isPlain(row) ? row : plain(row));
}

/** Whether JSON has all of it, so that nothing is copied. */
function isPlain(row: Readonly<Record<string, unknown>>): boolean {
  for (const name in row) {
    const value = row[name];
    if (value === undefined || typeof value === 'bigint' || (typeof value === 'object' && value !== null)) return false;
  }
  return true;
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value === undefined) return null;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return hex(value);
  if (ArrayBuffer.isView(value)) return plain([...(value as unknown as Iterable<unknown>)]);
  if (Array.isArray(value)) return Array.from(value, plain);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
