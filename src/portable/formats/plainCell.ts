/** What a cell holds, as JSON has it: large numbers as digits, times as ISO 8601, bytes as hexadecimal digits. What is not there is null. */
export function plainCell(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value === undefined) return null;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return hex(value);
  if (ArrayBuffer.isView(value)) return plainCell([...(value as unknown as Iterable<unknown>)]);
  if (Array.isArray(value)) return Array.from(value, plainCell);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainCell(item)]));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
