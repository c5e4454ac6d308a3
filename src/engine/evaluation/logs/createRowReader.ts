import { type FieldPath, parseFieldPath, valueAtField } from '../fieldPath.ts';
import { rowResponse } from '../rowResponse.ts';
import type { LogPlace, LogRow } from '../verdict.ts';
import type { LogReader } from './logReader.ts';
import { logReaders } from './registry.ts';

/** How the records of a log are read: plain data, so that it can be sent to another thread. */
export interface LogReading {
  /** The name of a reader. */
  readonly reader: string;
  /** Where each record has its response, where that is another place than the reader's own. */
  readonly field?: string;
  /** Where each record has the value that it should give; absent: the reader's own place. */
  readonly expected?: string;
  /** What the log says of all its records. */
  readonly header?: unknown;
}

/** A longer value is nothing to group by, in UTF-16 units. */
const maxColumnLength = 100;

/** What makes rows of records, which are plain data. Throws `EngineError` where what is named is not a field. Total after that. */
export function createRowReader(reading: LogReading): (record: unknown, place: LogPlace) => LogRow {
  const reader = readerNamed(reading.reader);
  const field = reading.field === undefined ? undefined : parseFieldPath(reading.field);
  const expected = reading.expected === undefined ? undefined : parseFieldPath(reading.expected);
  return (record, place) => rowOf(record, place, { reader, field, expected, header: reading.header });
}

function readerNamed(name: string): LogReader {
  return logReaders.find(reader => reader.name === name) ?? logReaders.at(-1)!;
}

interface Reading {
  readonly reader: LogReader;
  readonly field: FieldPath | undefined;
  readonly expected: FieldPath | undefined;
  readonly header: unknown;
}

function rowOf(record: unknown, place: LogPlace, { reader, field, expected, header }: Reading): LogRow {
  const { id, response, skip, finish, columns, expected: own } = reader.read(record, header);
  const found = field ? rowResponse(record, field) : response;
  const wanted = expected ? valueAtField(record, expected) : own;
  return {
    place,
    ...(id !== undefined && { id }),
    ...(found === undefined ? { skip: skip ?? 'no-response' } : { response: found }),
    ...(wanted !== undefined && { expected: wanted }),
    ...(finish !== undefined && { finish }),
    columns: shortColumns(columns, field),
  };
}

function shortColumns(
  columns: Readonly<Record<string, unknown>>,
  field: FieldPath | undefined,
): Readonly<Record<string, string>> {
  const short: Record<string, string> = {};
  for (const [name, value] of Object.entries(columns)) {
    if (name === field?.[0] || name === '__proto__') continue;
    const isShort = typeof value === 'string' && value !== '' && value.length <= maxColumnLength;
    if (isShort || typeof value === 'number' || typeof value === 'boolean') short[name] = String(value);
  }
  return short;
}
