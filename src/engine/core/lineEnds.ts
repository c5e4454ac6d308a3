import type { Span } from './span.ts';

/** A text whose lines end with line feeds alone, in place of one whose lines end otherwise. */
export interface FeedLines {
  readonly text: string;
  /** The place in the original text of an offset of `text`: that of a line feed is where the original line end begins. Logarithmic. */
  original(offset: number): number;
  /** The edits of the original text that make `text` of its part `[start, end)`. */
  edits(start: number, end: number): readonly (Span & { readonly text: string })[];
}

/**
 * A text with line feeds for its line ends: `\r\n`, and `\r` where no line feed stands anywhere, as old Macs ended lines. Any
 * other carriage return is a character like others. `undefined` where all lines end with line feeds. Linear.
 */
export function withLineFeeds(text: string): FeedLines | undefined {
  if (!text.includes('\r')) return undefined;
  if (!text.includes('\n')) return lonelyReturns(text);
  /** Where the carriage returns stood, as offsets of the new text. */
  const gone: number[] = [];
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) gone.push(at - gone.length);
  if (gone.length === 0) return undefined;
  const original = (offset: number) => offset + countBelow(gone, offset);
  return {
    text: text.replaceAll('\r\n', '\n'),
    original,
    edits(start, end) {
      const found: (Span & { readonly text: string })[] = [];
      for (let i = firstFrom(gone, start); i < gone.length && gone[i]! + i < end; i++) {
        const at = gone[i]! + i;
        found.push({ start: at, end: at + 1, text: '' });
      }
      return found;
    },
  };
}

function lonelyReturns(text: string): FeedLines {
  return {
    text: text.replaceAll('\r', '\n'),
    original: offset => offset,
    edits(start, end) {
      const found: (Span & { readonly text: string })[] = [];
      for (let at = text.indexOf('\r', start); at >= 0 && at < end; at = text.indexOf('\r', at + 1))
        found.push({ start: at, end: at + 1, text: '\n' });
      return found;
    },
  };
}

/** How many of some rising numbers are below one; `at`: what the number at a place is. */
function countBelow(
  numbers: readonly number[],
  limit: number,
  at: (index: number) => number = index => numbers[index]!,
): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(middle) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first carriage return at a place of the original text, or behind it. */
function firstFrom(gone: readonly number[], start: number): number {
  return countBelow(gone, start, index => gone[index]! + index);
}
