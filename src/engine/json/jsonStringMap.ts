/** A text and, for each of its UTF-16 offsets from 0 to its length, the offset in the source that it came from. */
export interface MappedText {
  readonly text: string;
  /** One entry more than `text` has units; the last is the end of the source stretch. */
  readonly offsets: Uint32Array;
}

const simpleEscapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * Unescapes what stands between the quotes of a JSON string literal, `source.slice(start, end)`. An escape that JSON
 * does not have, or one that is cut off at either end, is kept as it is written. Linear.
 */
export function unescapeJsonString(source: string, start: number, end: number): MappedText {
  const offsets = new Uint32Array(end - start + 1);
  const parts: string[] = [];
  let length = 0;
  let position = start;
  while (position < end) {
    const backslash = source.indexOf('\\', position);
    const plainEnd = backslash < 0 || backslash > end ? end : backslash;
    parts.push(source.slice(position, plainEnd));
    for (; position < plainEnd; position++) offsets[length++] = position;
    if (position >= end) break;
    const [unit, width] = readEscape(source, position, end);
    parts.push(unit);
    for (let i = 0; i < unit.length; i++) offsets[length++] = position + i;
    position += width;
  }
  offsets[length] = end;
  return { text: parts.join(''), offsets: offsets.subarray(0, length + 1) };
}

function readEscape(source: string, position: number, end: number): readonly [unit: string, width: number] {
  const letter = position + 1 < end ? source[position + 1]! : '';
  const simple = simpleEscapes[letter];
  if (simple !== undefined) return [simple, 2];
  const digits = source.slice(position + 2, Math.min(position + 6, end));
  if (letter === 'u' && /^[0-9a-fA-F]{4}$/.test(digits)) return [String.fromCharCode(Number.parseInt(digits, 16)), 6];
  return ['\\', 1];
}
