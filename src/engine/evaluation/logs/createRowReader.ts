import { dataAt, idAt, memberAt, objectAt, tableRow } from '../../json/plainData.ts';
import type { LogReader, RecordParts, SkipCode } from '../../messages/logReader.ts';
import { type FieldPath, parseFieldPath, valueAtField } from '../fieldPath.ts';
import { rowResponse } from '../rowResponse.ts';
import type { LogPlace, LogRow } from '../verdict.ts';
import { answersIn, conversationIn, conversationTurns, messagesOf } from './conversationTurns.ts';
import { hasThoughtBeside, withCallsBeside } from './messageResponse.ts';
import { plainRows } from './plainRows.ts';
import { logReaders } from './registry.ts';

/** How the records of a log are read: plain data, so that it can be sent to another thread. */
export interface LogReading {
  /** The name of a reader. */
  readonly reader: string;
  /** Where each record has its response, where that is another place than the reader's own. */
  readonly field?: string;
  /** Where each record has the provider's answer that the reader reads, where that is not the record itself. */
  readonly body?: string;
  /** Where each record has the value that it should give; absent: the reader's own place. */
  readonly expected?: string;
  /** What the log says of all its records. */
  readonly header?: unknown;
  /** The other definitions of the evaluated one's file: what models were asked for them is left out. */
  readonly others?: readonly string[];
  /** Every answer of a conversation is a row, and not the last one alone. */
  readonly turns?: 'all';
}

/** A longer value is nothing to group by, in UTF-16 units. */
const maxColumnLength = 100;

/** What makes rows of records, which are plain data. Throws `EngineError` where what is named is not a field. Total after that. */
export function createRowReader(reading: LogReading): (record: unknown, place: LogPlace) => LogRow {
  const reader = readerNamed(reading.reader);
  const field = reading.field === undefined ? undefined : parseFieldPath(reading.field);
  const body = reading.body === undefined ? undefined : parseFieldPath(reading.body);
  const expected = reading.expected === undefined ? undefined : parseFieldPath(reading.expected);
  const own = { reader, field, body, expected, header: reading.header, others: reading.others ?? [] };
  return (record, place) => rowOf(tableRow(record, reading.header), place, own);
}

/**
 * What makes rows of records where one may have several: the answers of a conversation, each called by its number. Throws
 * like {@link createRowReader}.
 */
export function createRowsReader(reading: LogReading): (record: unknown, place: LogPlace) => readonly LogRow[] {
  const toRow = createRowReader(reading);
  if (reading.turns !== 'all') return (record, place) => [toRow(record, place)];
  const field = reading.field === undefined ? undefined : parseFieldPath(reading.field);
  return (record, place) => {
    const { response: _, skip: __, isThought: ___, ...row } = toRow(record, place);
    const answers = answersIn(field ? messagesOf(valueAtField(record, field)) : conversationIn(record));
    if (answers.length === 0) return [{ ...row, skip: 'no-response' }];
    const name = row.id ?? `line ${place.line}`;
    return answers.map((answer, i) => ({
      ...row,
      ...answer,
      id: `${name}#${i + 1}`,
      columns: { ...row.columns, turn: String(i + 1) },
    }));
  };
}

function readerNamed(name: string): LogReader {
  return logReaders.find(reader => reader.name === name) ?? logReaders.at(-1)!;
}

interface Reading {
  readonly reader: LogReader;
  readonly field: FieldPath | undefined;
  readonly body: FieldPath | undefined;
  readonly expected: FieldPath | undefined;
  readonly header: unknown;
  readonly others: readonly string[];
}

function rowOf(record: unknown, place: LogPlace, reading: Reading): LogRow {
  const { reader, field, body, expected, header, others } = reading;
  const parts = body ? bodyParts(record, body, reading) : reader.read(record, header);
  const { id, run, parser, response, skip, isThought, failure, finish, columns, expected: own } = parts;
  const found = field ? responseAt(record, field, reader) : response;
  const expectedValue = expected ? valueAtField(record, expected) : own;
  // Made for each of millions of rows: spreading what is not there costs more than a glance at it.
  const row: { -readonly [key in keyof LogRow]: LogRow[key] } = { place, columns: shortColumns(columns, field) };
  if (id !== undefined) row.id = id;
  if (run) row.run = run;
  if (parser !== undefined && others.includes(parser)) row.isOther = true;
  if (found === undefined) row.skip = skipOf(skip, record);
  else row.response = found;
  if (field ? hasThoughtAt(record, field, reader) : isThought) row.isThought = true;
  if (failure) row.failure = failure;
  // An empty cell expects nothing, nor does what an export leaves open.
  if (expectedValue != null && expectedValue !== '') row.expected = expectedValue;
  if (finish !== undefined) row.finish = finish;
  return row;
}

/** What stands at a field; where that is a conversation its last answer. */
function responseAt(record: unknown, field: FieldPath, reader: LogReader): LogRow['response'] {
  const found =
    reader.name === conversationTurns.name
      ? answersIn(messagesOf(valueAtField(record, field))).at(-1)?.response
      : rowResponse(record, field);
  return withCallsBeside(found, record);
}

/** Whether what stands at a field, or what is around it, has a thought beside it. */
function hasThoughtAt(record: unknown, field: FieldPath, { name }: LogReader): boolean {
  if (name === conversationTurns.name)
    return answersIn(messagesOf(valueAtField(record, field))).at(-1)?.isThought === true;
  return [field, field.slice(0, -1)].some(path => hasThoughtBeside(valueAtField(record, path)));
}

/** Why a row has no response. */
function skipOf(skip: SkipCode = 'no-response', record: unknown): SkipCode {
  return skip === 'connection-failed' && refusesKey(record) ? 'refused-key' : skip;
}

/** An answer with what its row says of it. */
function bodyParts(record: unknown, body: FieldPath, { reader, header }: Reading): RecordParts {
  const { response: _, skip, columns: around, ...own } = plainRows.read(record, header);
  const answer = dataAt(valueAtField(record, body));
  const parts: RecordParts = objectAt(answer)
    ? reader.read(answer, header)
    : { skip: skip ?? 'no-response', columns: {} };
  const inside = `${String(body[0])}.`;
  const columns = [
    ...Object.entries(around).filter(([name]) => !name.startsWith(inside)),
    ...Object.entries(parts.columns).filter(([, value]) => value !== undefined),
  ];
  return { ...own, ...parts, ...idAt(own.id, parts.id), columns: Object.fromEntries(columns) };
}

function shortColumns(
  columns: Readonly<Record<string, unknown>>,
  field: FieldPath | undefined,
): Readonly<Record<string, string>> {
  const short: Record<string, string> = {};
  for (const name of Object.keys(columns)) {
    if (name === field?.[0] || name === '__proto__') continue;
    const value = columns[name];
    const isShort = typeof value === 'string' && value !== '' && value.length <= maxColumnLength;
    if (isShort || typeof value === 'number' || typeof value === 'boolean') short[name] = String(value);
  }
  return short;
}

/** What providers call the error of a key that they do not take. */
const kinds =
  /^(?:authentication_?error|invalid_?api_?key|invalid_authentication|unauthori[sz]ed|unauthenticated|permission_denied|permission_error|permissiondeniederror)$/i;
/** How their messages say so. */
const sentences =
  /(?:^|\b(?:status|code|error|http)\b[\s:=("']{0,4})401\b|\bunauthori[sz]ed\b|\b(?:invalid|incorrect|missing|wrong|no valid|bad)\s+(?:x-)?api[ _-]?key|\bapi[ _-]?key\b.{0,40}\b(?:not valid|invalid|incorrect|missing|refused|rejected|expired)|\bauthentication(?:error| failed| required)/i;
const maxMessage = 2000;

/** Whether a record of a log that has no response says that the provider did not take the API key. */
function refusesKey(record: unknown): boolean {
  const answer = dataAt(memberAt(record, 'response'));
  const errors = [
    memberAt(record, 'error'),
    memberAt(answer, 'error'),
    memberAt(answer, 'body', 'error'),
    memberAt(record, 'body', 'error'),
    memberAt(record, 'output', 'error'),
    memberAt(record, 'statusMessage'),
    // The answer may be the error itself.
    memberAt(record, 'type') === 'error' ? record : undefined,
  ].map(dataAt);
  return [record, answer, ...errors].some(hasStatus) || errors.some(error => saysSo(error));
}

function hasStatus(value: unknown): boolean {
  return ['status_code', 'statusCode', 'status', 'code'].some(name =>
    [401, 403].includes(Number(memberAt(value, name))),
  );
}

function saysSo(error: unknown, depth = 0): boolean {
  if (typeof error === 'string') return sentences.test(error.slice(0, maxMessage));
  if (!objectAt(error) || depth > 3) return false;
  const named = ['type', 'code', 'status', 'name', 'class'].map(name => memberAt(error, name));
  if (named.some(name => typeof name === 'string' && kinds.test(name))) return true;
  return ['message', 'error', 'detail'].some(name => saysSo(memberAt(error, name), depth + 1));
}
