import type { Span } from '../../../core/span.ts';
import type { ReadField } from '../../../parsers/parser.ts';
import type { StreamEvents, StreamReader } from '../../../parsers/shared/streamReader.ts';
import { CsvReader } from '../../../python/index.ts';
import { type GrowingText, LiteralSearch } from '../../../text/index.ts';

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
 * it; one that ends with a blank may be trimmed away at the end of the answer, and counts when something follows. Linear.
 */
export function streamSeparated(response: GrowingText, events: StreamEvents, separator: string): StreamReader {
  const search = new LiteralSearch(separator);
  let count = 0;
  let isBegun = false;
  /** Where the item begins that goes on, and where places are looked for. */
  let begin = 0;
  let from = 0;
  /** Items whose separator may still be trimmed away. */
  let waiting: Span[] = [];

  const close = ({ start: first, end }: Span) => {
    const value = response.slice(first, end).trim();
    const start = from + response.slice(from, end).indexOf(value);
    from = start + value.length;
    const place = { start, end: from };
    events.close({ key: String(count++), value, span: place, inner: place, final: true });
  };
  return (unit, at) => {
    const isSolid = !/\s/.test(String.fromCharCode(unit));
    if (!isBegun) {
      if (!isSolid) return;
      isBegun = true;
      begin = at;
    }
    if (search.push(unit)) {
      waiting.push({ start: begin, end: at + 1 - separator.length });
      begin = at + 1;
    }
    if (!isSolid || waiting.length === 0) return;
    for (const item of waiting) close(item);
    waiting = [];
  };
}

/**
 * The items of `csvItems` for an answer that grows, each closed by its comma or its line. What `csv` raises at makes it a list
 * without quotes, so nothing is final; nothing comes behind an item that is not written as it is read. Linear.
 */
export function streamCsv(response: GrowingText, events: StreamEvents): StreamReader {
  const csv = new CsvReader();
  let count = 0;
  let from = 0;
  let isOver = false;

  const close = (value: string, at: number) => {
    const place = response.slice(from, at).indexOf(value);
    isOver = place < 0;
    if (isOver) return;
    const span = { start: from + place, end: from + place + value.length };
    from = span.end;
    events.close({ key: String(count++), value, span, inner: span, final: false });
  };

  return (unit, at) => {
    if (isOver) return;
    const state = csv.push(unit);
    if (state === 'error') {
      isOver = true;
      events.reopen();
    } else if (state) close(csv.item, at);
  };
}
