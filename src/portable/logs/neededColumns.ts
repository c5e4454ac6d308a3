import { type LogReading, parseFieldPath } from '../../engine/index.ts';

/** A longer text is nothing to group by, in UTF-16 units. */
const maxShort = 100;
/** What a row's response, its name, its error or why it ended may be called, where nobody said it. */
const responseNames =
  /^(?:id|_id|uuid|key|.*_id|response|message|messages|content|role|expected|error|request|choices|candidates|.*(?:finish|stop|done).*reason|.*(?:Finish|Stop)Reason)$/;

/**
 * The columns of a table that its rows are read by, as far as its first ones show: not those with long texts, lists or
 * objects of these that hold something else than the response. `undefined`: all, as they are read by more than a field.
 */
export function neededColumns(
  records: readonly unknown[],
  { reader, field, body, expected }: LogReading,
): readonly string[] | undefined {
  if (reader !== 'json' || body !== undefined) return undefined;
  const named = [field, expected].flatMap(path => (path === undefined ? [] : [String(parseFieldPath(path)[0])]));
  const rows = records.filter(record => typeof record === 'object' && record !== null) as Record<string, unknown>[];
  const columns = new Set(rows.flatMap(row => Object.keys(row)));
  return [...columns].filter(name => {
    if (named.includes(name) || responseNames.test(name)) return true;
    const values = rows.map(row => row[name]).filter(value => value != null);
    return values.length === 0 || values.some(isShort);
  });
}

function isShort(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= maxShort;
  if (typeof value !== 'object' || value === null) return true;
  return !Array.isArray(value) && Object.values(value).some(item => typeof item !== 'object' && isShort(item));
}
