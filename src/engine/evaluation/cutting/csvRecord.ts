/// <reference path="./papaparse.d.ts" />
import papa from 'papaparse';

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
