import {
  conversationColumns,
  createRowReader,
  csvFields,
  cutterFor,
  type Framing,
  fieldPathText,
  guessFraming,
  guessLog,
  type LogGuess,
  type LogReading,
  logReaders,
  type RecordCutter,
} from '../../engine/index.ts';
import { recordOf } from './batchJudge.ts';
import { headerWithCalls } from './headerWithCalls.ts';
import type { LogSource } from './logSource.ts';
import { neededColumns } from './neededColumns.ts';
import { readTurnField, turnField } from './turnField.ts';

/** What of a log its first records showed. */
export interface OpenedLog {
  readonly framing: Framing;
  readonly reading: LogReading;
  /** The names of CSV's fields. */
  readonly names?: readonly string[];
  /** Where rows have their response, in words for the user. */
  readonly field: string;
  /** The fields that hold a text, to choose from. */
  readonly fields: readonly string[];
  /** All chunks of the log, those included that were looked at. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** What its user says of a log; the rest is guessed. */
export interface LogOptions {
  readonly field?: string;
  readonly expected?: string;
  /** Of rows that are conversations, which answers count. */
  readonly turn?: 'last' | 'all';
}

/** What looking at a log needs of whoever holds it. */
interface OpenLogOptions extends LogOptions {
  /** The log from its start once more; absent, or gives `undefined`: it can be read only once. */
  again?(): Promise<LogSource | undefined>;
}

/** How much of a log is looked at: bytes, unless no record ends in them, and records. */
const headSize = 1024 * 1024;
const maxHead = 64 * headSize;
const maxRecords = 100;

/** Looks at the first records of a log. `name`: the file's, for its extension. Rejects when it cannot be read. */
export async function openLog(
  source: LogSource,
  name: string,
  { expected, again, ...given }: OpenLogOptions,
): Promise<OpenedLog> {
  const { field, turn } = (given.turn === undefined && readTurnField(given.field ?? '')) || given;
  const iterator = source.chunks()[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let size = 0;
  let isAll = false;
  let head = '';
  let framing: Framing = { kind: 'lines' };
  let found: Found = { records: [] };
  const decoder = new TextDecoder();
  // The first chunk of a table has its first rows: what follows depends on what they show.
  const isEnough = () => (source.select ? size > 0 : size >= headSize);
  while (!isAll && (!isEnough() || (found.records.length === 0 && size < maxHead))) {
    const { value, done } = await iterator.next();
    isAll = done === true;
    if (value) {
      seen.push(value.slice());
      size += value.length;
      if (head.length < headSize) head += decoder.decode(value, { stream: true });
    }
    if (!isAll && !isEnough()) continue;
    // A table is read as lines, whatever its file is called.
    framing = source.select ? { kind: 'lines' } : guessFraming(head, name, isAll && size < headSize);
    found = recordsIn(seen, framing, isAll);
  }
  const guess = guessLog(found.records, found.header);
  const shown = shownField(guess);
  // What is shown of a log, and named again, is no other place.
  const own = field === undefined || field === shown ? guess.field : field;
  const isElsewhere = own !== guess.field;
  const isConversation = guess.reader === 'conversation';
  const header =
    guess.reader === 'swe-agent'
      ? await headerWithCalls(found.header, (isAll ? undefined : await again?.())?.chunks() ?? seen)
      : found.header;
  const reading: LogReading = {
    reader: turn ? 'conversation' : isElsewhere && (guess.body !== undefined || isConversation) ? 'json' : guess.reader,
    ...(turn ? field !== undefined && { field } : own !== undefined && { field: own }),
    ...(turn === 'all' && { turns: turn }),
    ...(guess.body !== undefined && !isElsewhere && { body: guess.body }),
    ...(expected !== undefined && { expected }),
    ...(header !== undefined && { header }),
  };
  // What is not a field is told before the work.
  createRowReader(reading);
  source.select?.(neededColumns(found.records, reading));
  return {
    framing,
    reading,
    ...(found.names && { names: found.names }),
    field: turn ? turnField(turn, field) : isElsewhere ? own! : shown,
    fields: [...turnFields(found.records), ...guess.fields],
    async *chunks() {
      yield* seen;
      if (!isAll) yield* { [Symbol.asyncIterator]: () => iterator };
    },
  };
}

interface Found {
  readonly records: unknown[];
  names?: readonly string[];
  header?: unknown;
}

function recordsIn(chunks: readonly Uint8Array[], framing: Framing, isAll: boolean): Found {
  const found: Found = { records: [] };
  const cutter: RecordCutter = cutterFor(framing);
  const decoder = new TextDecoder();
  let isFirst = true;
  const take = ({ bytes }: { readonly bytes: Uint8Array | undefined }) => {
    if (!bytes || found.records.length >= maxRecords) return;
    const text = decoder.decode(bytes);
    if (framing.kind === 'csv' && isFirst) {
      isFirst = false;
      found.names = csvFields(text, framing.delimiter) ?? [];
      return;
    }
    const record = recordOf(text, framing, found.names ?? []);
    if (record) found.records.push(record.data);
  };
  for (const chunk of chunks) cutter.push(chunk, take);
  if (isAll) cutter.end(take);
  if (cutter.header) found.header = headerOf(decoder.decode(cutter.header));
  return found;
}

/** The start of a JSON document, up to the list of its rows, which may stand one object deeper. */
function headerOf(text: string): unknown {
  for (const end of [']}', ']}}'])
    try {
      return JSON.parse(text + end);
    } catch {}
  return undefined;
}

/** What may be chosen of rows that are conversations: the last answer or all, of each column that has one. */
function turnFields(records: readonly unknown[]): readonly string[] {
  const columns = [...new Set(records.flatMap(conversationColumns))];
  const names = columns.length === 1 ? [undefined] : columns.map(column => fieldPathText([column]));
  return names.flatMap(name => [turnField('last', name), turnField('all', name)]);
}

/** Where rows have their response, in words for the user. */
function shownField({ reader, field, body }: LogGuess): string {
  const own = field ?? logReaders.find(({ name }) => name === reader)?.field ?? 'response';
  return body === undefined ? own : `${body}.${own}`;
}
