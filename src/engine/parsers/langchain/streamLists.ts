import type { GrowingText } from '../../text/growing/growingText.ts';
import type { ReadField } from '../parserType.ts';
import type { StreamEvents, StreamReader } from '../streamReader.ts';

const newline = 0x0a;

/**
 * A list whose items end with their lines, for an answer that grows: an item is closed by its line feed. `items` finds
 * those of a stretch that begins with a line. A mark at the end of a line may take the next one. Linear: each line is
 * read twice at most.
 */
export function streamLines(
  response: GrowingText,
  events: StreamEvents,
  items: (text: string) => readonly ReadField[],
): StreamReader {
  let count = 0;
  let from = 0;
  let line = 0;
  return (unit, at) => {
    if (unit !== newline) return;
    const found = items(response.slice(from, at + 1));
    for (const { value, span } of found) {
      const place = { start: span.start + from, end: span.end + from };
      events.close({ key: String(count++), value, span: place, inner: place, final: true });
    }
    from = found.length > 0 ? at + 1 : line;
    line = at + 1;
  };
}

/**
 * A list whose trimmed items stand between separators, for an answer that grows: an item is closed by the separator behind
 * it. In words why it is not, for a separator that begins or ends with a blank: at the end of the answer it may be trimmed
 * away. Linear.
 */
export function streamSeparated(response: GrowingText, events: StreamEvents, separator: string): StreamReader | string {
  if (separator.trim() !== separator) return 'A separator at the end may be trimmed away.';
  const last = separator.charCodeAt(separator.length - 1);
  let count = 0;
  /** Where the item begins that goes on, and where places are looked for. */
  let begin = 0;
  let from = 0;
  return (unit, at) => {
    const end = at + 1 - separator.length;
    if (unit !== last || end < begin || response.slice(end, at + 1) !== separator) return;
    const value = response.slice(begin, end).trim();
    const start = from + response.slice(from, end).indexOf(value);
    from = start + value.length;
    const place = { start, end: from };
    events.close({ key: String(count++), value, span: place, inner: place, final: true });
    begin = at + 1;
  };
}
