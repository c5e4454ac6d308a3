/// <reference path="./papaparse.d.ts" />
import papa from 'papaparse';
import { type CutRecord, maxRecordLength, PendingRecord, type RecordCutter } from './recordCutter.ts';

/**
 * Records of CSV, whose fields may hold line breaks in quotes; the first one has the names. They are those of Papa Parse,
 * whose own way to read a file in parts begins a long record anew with each of them. A line `sep=;` before the names is not a
 * record. `delimiter`: one ASCII character.
 */
export function csvCutter(delimiter: string, start = 0, limit = maxRecordLength): RecordCutter {
  const quotes = new CsvQuotes(delimiter.charCodeAt(0));
  const pending = new PendingRecord(limit);
  let [line, place] = [1, start];
  let isEmpty = true;
  pending.begin(line, place);
  let isFirst = true;
  const finish = (take: (record: CutRecord) => void) => {
    if (!isEmpty) {
      const record = pending.take();
      if (!isFirst || !isSeparatorLine(record, delimiter)) take(record);
      isFirst = false;
    }
    isEmpty = true;
  };
  return {
    push(chunk, take) {
      let from = 0;
      for (let i = 0; i < chunk.length; i++) {
        const byte = chunk[i]!;
        if (byte === feed) line++;
        // Most bytes: spared a call.
        if (quotes.isQuoted && byte !== quote) continue;
        if (quotes.ends(byte)) {
          pending.add(chunk.subarray(from, i));
          finish(take);
          from = i + 1;
          pending.begin(line, place + from);
        } else if (byte !== carriageReturn) isEmpty = false;
      }
      pending.add(chunk.subarray(from));
      pending.keep();
      place += chunk.length;
    },
    end: finish,
  };
}

/** `sep=;`, which tells Excel the delimiter. */
function isSeparatorLine({ bytes }: CutRecord, delimiter: string): boolean {
  return (
    bytes !== undefined &&
    bytes.length <= 6 &&
    /^sep=.\r?$/i.test(String.fromCharCode(...bytes)) &&
    bytes[4] === delimiter.charCodeAt(0)
  );
}

/** As many columns as a spreadsheet may have: those behind them are left out, as each takes time and memory in each row. */
const maxFields = 16_384;

/**
 * The fields of a record of CSV, as Papa Parse reads them in its file; `undefined`: its quotes are broken. Linear: the library
 * itself looks for the next white space at every broken quote, and takes ten times as long for one record alone.
 */
export function csvFields(text: string, delimiter: string): readonly string[] | undefined {
  const record = text.endsWith('\r') ? text.slice(0, -1) : text;
  const fields: string[] = [];
  for (let at = 0; ; at++) {
    const isQuoted = record[at] === '"';
    const end = isQuoted ? closingQuote(record, at + 1) : at;
    if (end < 0) return undefined;
    const next = isQuoted ? fieldEnd(record, end + 1, delimiter) : record.indexOf(delimiter, at);
    if (next === undefined) return undefined;
    const last = next < 0 ? record.length : next;
    if (fields.length < maxFields)
      fields.push(isQuoted ? record.slice(at + 1, end).replaceAll('""', '"') : record.slice(at, last));
    if (last === record.length) return fields;
    at = last;
  }
}

/** Where the quotes end that are open at a place; -1: nowhere. */
function closingQuote(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end;
}

/** Where the delimiter behind a closing quote and white space stands, or the text ends; `undefined`: something else stands there. */
function fieldEnd(text: string, from: number, delimiter: string): number | undefined {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at]!.trim() === '') at++;
  return at === text.length || text[at] === delimiter ? at : undefined;
}

/** A record of CSV by the names of its first record; a field without a name of its own is `column N`. `undefined`: its quotes are broken. */
export function csvRecord(
  text: string,
  delimiter: string,
  names: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const fields = csvFields(text, delimiter);
  if (!fields) return undefined;
  const record = new Map<string, string>();
  for (const [i, field] of fields.entries()) {
    const name = names[i];
    record.set(name && !record.has(name) ? name : `column ${i + 1}`, field);
  }
  return Object.fromEntries(record);
}

/** What separates the fields of a CSV file that begins so. */
export function csvDelimiter(text: string): string {
  const said = /^sep=([,;\t|])\r?\n/i.exec(text)?.[1];
  return (
    said ||
    papa.parse(text, { preview: 20, skipEmptyLines: true, delimitersToGuess: [',', ';', '\t', '|'] }).meta.delimiter ||
    ','
  );
}

const [feed, tab, verticalTab, formFeed, carriageReturn, space, quote] = [0x0a, 0x09, 0x0b, 0x0c, 0x0d, 0x20, 0x22];

/** White space beyond ASCII that `trim` of JavaScript takes away, as the bytes of its UTF-8 in one number. */
const wideSpaces = new Set<number>([
  ...[0xc2a0, 0xe19a80, 0xe280a8, 0xe280a9, 0xe280af, 0xe2819f, 0xe38080, 0xefbbbf],
  ...Array.from({ length: 11 }, (_, i) => 0xe28080 + i),
]);
/** What such a character begins with. */
const wideStarts = new Set(
  [...wideSpaces].flatMap(bytes => (bytes > 0xffff ? [bytes >> 16, bytes >> 8] : [bytes >> 8])),
);

/** Where in a record of CSV a byte stands. */
type CsvPlace = 'field start' | 'plain' | 'quoted' | 'behind quote' | 'behind space';

/**
 * Follows the quotes of CSV byte by byte, as Papa Parse reads them: quotes open only where a field begins, and close only
 * in front of a delimiter or the end of the record, with white space between them or not; any other quote is of the text.
 */
class CsvQuotes {
  readonly #separator: number;
  #place: CsvPlace = 'field start';
  /** The first bytes of a wide character that may be white space. */
  #wide = 0;

  /** `separator`: the byte of an ASCII character. */
  constructor(separator: number) {
    this.#separator = separator;
  }

  get isQuoted(): boolean {
    return this.#place === 'quoted';
  }

  /** Takes the next byte; whether it ends the record. */
  ends(byte: number): boolean {
    switch (this.#place) {
      case 'quoted':
        if (byte === quote) this.#place = 'behind quote';
        return false;
      case 'behind quote':
      case 'behind space':
        return this.#endsBehindQuote(byte);
      default:
        if (byte === quote && this.#place === 'field start') this.#place = 'quoted';
        else this.#place = byte === this.#separator || byte === feed ? 'field start' : 'plain';
        return byte === feed;
    }
  }

  #endsBehindQuote(byte: number): boolean {
    if (this.#wide !== 0) {
      this.#wide = (this.#wide << 8) | byte;
      if (wideStarts.has(this.#wide)) return false;
      this.#place = wideSpaces.has(this.#wide) ? 'behind space' : 'quoted';
      this.#wide = 0;
      // Bytes that are not UTF-8 do not hide a quote.
      if (byte === quote) this.#place = 'behind quote';
      return false;
    }
    if (byte === this.#separator || byte === feed) this.#place = 'field start';
    else if (byte === quote) this.#place = this.#place === 'behind quote' ? 'quoted' : 'behind quote';
    else if (isSpace(byte)) this.#place = 'behind space';
    else if (wideStarts.has(byte)) this.#wide = byte;
    else this.#place = 'quoted';
    return byte === feed;
  }
}

function isSpace(byte: number): boolean {
  return byte === space || byte === carriageReturn || byte === tab || byte === verticalTab || byte === formFeed;
}
