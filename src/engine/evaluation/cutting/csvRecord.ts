/// <reference path="./papaparse.d.ts" />
import papa from 'papaparse';

/** The fields of a record of CSV; `undefined`: its quotes are broken. */
export function csvFields(text: string, delimiter: string): readonly string[] | undefined {
  const { data, errors } = papa.parse(text.endsWith('\r') ? text.slice(0, -1) : text, { delimiter, newline: '\n' });
  return data.length === 1 && errors.length === 0 ? data[0] : undefined;
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
