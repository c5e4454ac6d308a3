/** The longest line that is read, in UTF-16 units: what is made of a line is many times as large. */
const maxLineLength = 50 * 1024 * 1024;

/** What is wrong with a longer line, in words that go on after its name. */
export const tooLong = 'is too long: lines of up to 50 MB are read';

/** Whether an error says that a text became longer than a JavaScript string can be. */
export function isTooLongForText(error: unknown): boolean {
  return error instanceof RangeError && /string length/i.test(error.message);
}

/**
 * The lines of UTF-8 bytes, without their ends (`\n` or `\r\n`), as they arrive; `undefined` for one that is longer than
 * `limit`. Holds one line at a time, and takes time linear in the bytes however they are cut.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array | string>,
  limit = maxLineLength,
): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  const take = (): string | undefined => {
    const line = length > limit ? undefined : parts.join('');
    parts = [];
    length = 0;
    return line?.endsWith('\r') ? line.slice(0, -1) : line;
  };
  const keep = (part: string): void => {
    length += part.length;
    if (length > limit) parts = [];
    else if (part) parts.push(part);
  };
  for await (const chunk of chunks) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      keep(text.slice(start, end));
      start = end + 1;
      yield take();
    }
    keep(text.slice(start));
  }
  keep(decoder.decode());
  if (length > 0) yield take();
}
