import { colon, equals, signOf, skipBlanks } from './characters.ts';
import { extraPrices } from './costs.ts';
import { plainQuotes, type QuoteKind } from './quotes.ts';
import type { Reading } from './reading.ts';

/** Begins a string whose opening quote, of `width` characters, stands at the reading's position. */
export function openString(reading: Reading, kind: QuoteKind, isKey: boolean): void {
  const { position } = reading;
  if (kind.cause) reading.edit(position, position + kind.width, '"', kind.cause);
  beginContent(reading, kind, isKey, position, position + kind.width);
}

/** Begins a string whose opening quote is missing. */
export function openWithoutQuote(reading: Reading, isKey: boolean): void {
  const { position } = reading;
  reading.edit(position, position, '"', 'unopened-string');
  beginContent(reading, plainQuotes, isKey, position, position);
}

/** Goes on with a value that began at `start`: its content goes on at `content`, in quotes of this kind. */
export function resumeString(reading: Reading, kind: QuoteKind, start: number, content: number): void {
  beginContent(reading, kind, false, start, content);
}

function beginContent(reading: Reading, kind: QuoteKind, isKey: boolean, start: number, content: number): void {
  reading.mode = 'string';
  reading.quoteKind = kind;
  reading.isKey = isKey;
  reading.innerQuotes = 0;
  reading.stringStart = content;
  reading.position = content;
  if (!isKey) reading.valueStart = start;
}

/** Notes that the string is over: its content ends at `at`, and what follows it stands at `end`. */
export function finishString(reading: Reading, at: number, end: number, text: string): void {
  reading.position = end;
  if (reading.isKey) {
    const name = text.slice(reading.stringStart, at);
    const next = skipBlanks(text, end);
    if (name.endsWith(':') && !isColon(text, next)) colonOutside(reading, name, at, end);
    else reading.addKey(name);
    return;
  }
  reading.guidance += reading.valueSchema()?.typeCost('string') ?? 0;
  reading.finishItem(1, reading.valueStart, end);
}

/** The colon behind a key stands within its quotes: it is put behind them. */
function colonOutside(reading: Reading, name: string, at: number, end: number): void {
  reading.see('missing-colon');
  reading.base += extraPrices.colonInside;
  reading.note(at - 1, at, '', 'missing-colon');
  reading.note(end, end, ':', 'missing-colon');
  reading.addKey(name.slice(0, -1));
  reading.mode = 'value';
}

const isColon = (text: string, position: number): boolean =>
  signOf(text.charCodeAt(position)) === colon || text.charCodeAt(position) === equals;
