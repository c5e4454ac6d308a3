/// <reference path="./papaparse.d.ts" />
import papa from 'papaparse';

/** The fields of a record of CSV; `undefined`: its quotes are broken. Linear. */
export function csvFields(text: string, delimiter: string): readonly string[] | undefined {
  const record = text.endsWith('\r') ? text.slice(0, -1) : text;
  const fields = strictFields(record, delimiter);
  if (fields) return fields;
  const { data, errors } = papa.parse(record, { delimiter, newline: '\n' });
  return data.length === 1 && errors.length === 0 ? data[0] : undefined;
}

/**
 * The fields of a record that keeps to RFC 4180, which nearly all do; `undefined`: it does not, and the library knows better
 * what is meant. The library takes ten times as long for one record alone.
 */
function strictFields(text: string, delimiter: string): readonly string[] | undefined {
  if (text === '') return undefined;
  const fields: string[] = [];
  for (let at = 0; ; at++) {
    let end: number;
    if (text[at] === '"') {
      end = closingQuote(text, at + 1);
      if (end < 0) return undefined;
      fields.push(text.slice(at + 1, end).replaceAll('""', '"'));
      end++;
      if (end < text.length && text[end] !== delimiter) return undefined;
    } else {
      end = text.indexOf(delimiter, at);
      if (end < 0) end = text.length;
      fields.push(text.slice(at, end));
    }
    if (end === text.length) return fields;
    at = end;
  }
}

/** Where the quotes end that are open at a place; -1: nowhere. */
function closingQuote(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end;
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
