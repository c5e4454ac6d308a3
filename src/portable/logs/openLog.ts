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
  type LogReader,
  type LogReading,
  logReaders,
  type RecordCutter,
} from '../../engine/index.ts';
import { recordOf } from './batchJudge.ts';
import type { LogSource } from './logSource.ts';
import { neededColumns } from './neededColumns.ts';

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
  { expected, again, ...chosen }: OpenLogOptions,
): Promise<OpenedLog> {
  const { field, turn } = (chosen.turn === undefined && readTurnField(chosen.field ?? '')) || chosen;
  const iterator = source.chunks()[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let size = 0;
  let isAll = false;
  // The first chunk of a table has its first rows: what follows depends on what they show.
  const least = source.select ? 1 : headSize;
  const next = async () => {
    const { value, done } = await iterator.next();
    isAll = done === true;
    if (!value) return [];
    const chunk = value.slice();
    seen.push(chunk);
    size += chunk.length;
    return [chunk];
  };
  while (!isAll && size < least) await next();
  // A table is read as lines, whatever its file is called.
  const framing: Framing = source.select
    ? { kind: 'lines' }
    : guessFraming(headOf(seen), name, isAll && size < headSize);
  const found = new FirstRecords(framing);
  found.push(seen);
  while (!isAll && found.records.length === 0 && size < maxHead) found.push(await next());
  if (isAll) found.end();
  const guess = guessLog(found.records, found.header);
  const ownField = shownField(guess);
  // What is shown of a log, and named again, is no other place.
  const own = field === undefined || field === ownField ? guess.field : field;
  const isElsewhere = own !== guess.field;
  const isConversation = guess.reader === 'conversation';
  const calls = logReaders.find(({ name }) => name === guess.reader)?.calls;
  const header = calls
    ? await headerWithCalls(found.header, (isAll ? undefined : await again?.())?.chunks() ?? seen, calls)
    : found.header;
  const reading: LogReading = {
    reader: turn ? 'conversation' : isElsewhere && (guess.body !== undefined || isConversation) ? 'json' : guess.reader,
    ...(turn ? field !== undefined && { field } : own !== undefined && { field: own }),
    ...(turn === 'all' && { turns: turn }),
    ...(guess.body !== undefined && !isElsewhere && { body: guess.body }),
    ...(expected !== undefined && { expected }),
    ...(header !== undefined && { header }),
  };
  // What is not a field fails before the work.
  createRowReader(reading);
  source.select?.(neededColumns(found.records, reading));
  return {
    framing,
    reading,
    ...(found.names && { names: found.names }),
    field: turn ? turnField(turn, field) : isElsewhere ? own! : ownField,
    fields: [...turnFields(found.records), ...guess.fields],
    async *chunks() {
      yield* seen;
      if (!isAll) yield* { [Symbol.asyncIterator]: () => iterator };
    },
  };
}

/** The first text of a log, of which its first chunk may have more. */
function headOf(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return chunks.map(chunk => decoder.decode(chunk, { stream: true })).join('');
}

/** The first records of a log whose chunks come one after another. Linear. */
class FirstRecords {
  readonly records: unknown[] = [];
  /** The names of CSV's fields. */
  names: readonly string[] | undefined;
  readonly #framing: Framing;
  readonly #cutter: RecordCutter;
  readonly #decoder = new TextDecoder();

  constructor(framing: Framing) {
    this.#framing = framing;
    this.#cutter = cutterFor(framing);
  }

  /** What a document says of all its records. */
  get header(): unknown {
    const { header } = this.#cutter;
    return header && headerOf(this.#decoder.decode(header));
  }

  push(chunks: readonly Uint8Array[]): void {
    for (const chunk of chunks) this.#cutter.push(chunk, this.#take);
  }

  /** The end of the log. */
  end(): void {
    this.#cutter.end(this.#take);
  }

  readonly #take = ({ bytes }: { readonly bytes: Uint8Array | undefined }) => {
    if (!bytes || this.records.length >= maxRecords) return;
    const text = this.#decoder.decode(bytes);
    if (this.#framing.kind === 'csv' && !this.names) {
      this.names = csvFields(text, this.#framing.delimiter) ?? [];
      return;
    }
    const record = recordOf(text, this.#framing, this.names ?? []);
    if (record) this.records.push(record.data);
  };
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

const anyColumn = 'a conversation';

/** Which answers of conversations count, in words for the user. `column`: where rows have theirs; absent: where the first is found. */
function turnField(turn: 'last' | 'all', column: string = anyColumn): string {
  return `${turn === 'all' ? 'all answers' : 'the last answer'} of ${column}`;
}

/** Reads what {@link turnField} says, as a field that a user chose; `undefined`: it is another field. */
function readTurnField(field: string): { readonly turn: 'last' | 'all'; readonly field?: string } | undefined {
  const [, which, column] = /^(all answers|the last answer) of (.+)$/s.exec(field) ?? [];
  if (which === undefined) return undefined;
  return { turn: which === 'all answers' ? 'all' : 'last', ...(column !== anyColumn && { field: column! }) };
}

/** Calls that are kept, in UTF-16 units of JSON. */
const maxCalls = 16 * 1024 * 1024;

/**
 * The header of a log with the calls of tools that its history has, which stands behind its records. `chunks`: the whole
 * log; `callsOf`: its reader's. Rejects when it cannot be read.
 */
async function headerWithCalls(
  header: unknown,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  callsOf: NonNullable<LogReader['calls']>,
): Promise<unknown> {
  const cutter = cutterFor({ kind: 'items', list: 'history' });
  const decoder = new TextDecoder();
  const history: unknown[] = [];
  let size = 0;
  const take = ({ bytes }: { readonly bytes: Uint8Array | undefined }) => {
    const text = bytes && decoder.decode(bytes);
    if (!text?.includes('"tool_calls"')) return;
    size += text.length;
    if (size > maxCalls) return;
    const message = recordOf(text, { kind: 'items' }, []);
    if (message) history.push(message.data);
  };
  for await (const chunk of chunks) cutter.push(chunk, take);
  cutter.end(take);
  const calls = callsOf(history);
  return Object.keys(calls).length > 0 ? { ...(header as object | undefined), calls } : header;
}
