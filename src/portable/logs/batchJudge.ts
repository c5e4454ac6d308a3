import {
  createRowsReader,
  createTokenCounter,
  csvRecord,
  DefinitionUses,
  EngineError,
  type Framing,
  type Host,
  type Judge,
  judgeHeardBy,
  type LogPlace,
  type LogReading,
  type LogRow,
  type PackedVerdicts,
  type RowBlock,
  readDefinitions,
  responseText,
  type SuspicionCode,
  type TableOptions,
  type TokenCounter,
  type TokenCounterSpec,
  VerdictTable,
} from '../../engine/index.ts';
import { bytesHash, type RecordBatch, tooLong } from './recordBatch.ts';

/** A definition as it is sent to a worker. */
export interface DefinitionText {
  readonly text: string;
  /** Its path or URI, which modules are relative to. */
  readonly fileName: string;
  readonly name: string;
}

/** How the rows of an evaluation are judged: plain data. */
export interface JudgingPlan {
  /** The definition that is evaluated, and one that it is compared with. */
  readonly definitions: readonly DefinitionText[];
  readonly off?: readonly SuspicionCode[];
  readonly on?: readonly SuspicionCode[];
  readonly table: TableOptions;
  /** The counter of the answers' tokens; absent: they are not counted. */
  readonly tokens?: TokenCounterSpec;
  /** Whether the verdicts say what judging used of the first definition. */
  readonly tellsUses?: boolean;
}

/** How the records of one log are read: plain data. */
export interface LogPlan {
  readonly log: number;
  readonly framing: Framing;
  readonly reading: LogReading;
  /** The names of CSV's fields. */
  readonly names?: readonly string[];
}

/** What became of a batch. */
export interface BatchVerdicts {
  /** Of each definition. */
  readonly verdicts: readonly PackedVerdicts[];
  /** Rows with bytes that are not UTF-8, which were replaced. */
  readonly notUtf8: number;
  /** Rows that answer for other definitions of the file. */
  readonly leftOut: number;
  /** It was ended: its last records were not judged. */
  readonly isPart?: boolean;
  /** The answers' tokens, where they are counted. */
  readonly tokens: number;
  readonly answers: number;
  /** Of each definition how many limits the rows of the last block ran into. */
  readonly limits: readonly number[];
  /** What judging used of the first definition for the first time, see `DefinitionUses`; absent: nothing, or the plan does not want it. */
  readonly uses?: readonly string[];
}

/** Judges batches of records. */
export type BatchJudge = (batch: RecordBatch, plan: LogPlan) => Promise<BatchVerdicts>;

/** A few rows are judged together: what stands between two steps costs as much as a short row. */
const leastAtOnce = 8;

/** Makes what judges batches; `signal` ends it between two records. Throws `EngineError` where a definition makes no parser. */
export function createBatchJudge(plan: JudgingPlan, host: Host, signal?: AbortSignal): BatchJudge {
  const uses = plan.tellsUses ? new DefinitionUses() : undefined;
  const judges = plan.definitions.map((definition, i) => judgeOf(definition, plan, host, i === 0 ? uses : undefined));
  const atOnce = Math.max(leastAtOnce, ...judges.map(judge => judge.atOnce));
  const counter = plan.tokens && createTokenCounter(plan.tokens, host);
  let current: { readonly plan: LogPlan; readonly toRows: ReturnType<typeof createRowsReader> } | undefined;
  return async (batch, logPlan) => {
    if (current?.plan !== logPlan) current = { plan: logPlan, toRows: createRowsReader(logPlan.reading) };
    const tables = judges.map(() => new VerdictTable(plan.table));
    const counted = { tokens: 0, answers: 0 };
    let [notUtf8, leftOut, records] = [0, 0, 0];
    let rows: LogRow[] = [];
    let blocks: readonly RowBlock[] = judges.map((_, i) => ({ limits: batch.limits?.[i] ?? 0 }));
    const judgeAll = async () => {
      if (rows.length === 0) return;
      for (const [i, judge] of judges.entries())
        for (const verdict of await judge.all(rows, blocks[i])) tables[i]!.add(verdict);
      for (const row of counter ? rows : []) if (row.response !== undefined) await count(row, counter!, counted);
      rows = [];
    };
    for (const { text, bytes, place } of recordsOf(batch, logPlan.log)) {
      if (signal?.aborted) break;
      if (records > 0 && batch.blocks[records] !== batch.blocks[records - 1]) {
        await judgeAll();
        blocks = judges.map(() => ({ limits: 0 }));
      }
      if (text?.includes('\ufffd') && !isUtf8(bytes)) notUtf8++;
      records++;
      for (const row of rowsOf(text, place, logPlan, current.toRows)) {
        if (row.isOther) leftOut++;
        else rows.push(row);
      }
      if (rows.length >= atOnce) await judgeAll();
    }
    // What was ended has not judged its last rows.
    if (signal?.aborted) records -= rows.length;
    else await judgeAll();
    const isPart = records < batch.ends.length;
    const questions = uses?.take() ?? [];
    return {
      verdicts: tables.map(table => table.pack()),
      notUtf8,
      leftOut,
      ...(isPart && { isPart }),
      ...counted,
      limits: blocks.map(({ limits }) => limits),
      ...(questions.length > 0 && { uses: questions }),
    };
  };
}

function judgeOf(
  { text, fileName, name }: DefinitionText,
  { off = [], on = [], table: { measures } }: JudgingPlan,
  host: Host,
  uses: DefinitionUses | undefined,
): Judge {
  const { definitions } = readDefinitions(text, fileName);
  // What is alone may have been named after its file.
  const definition =
    definitions.find(each => each.name === name) ?? (definitions.length === 1 ? definitions[0] : undefined);
  if (!definition) throw new EngineError('InvalidDefinition', `There is no definition \`${name}\` any more.`);
  return judgeHeardBy(uses, definition, { off, on, ...(measures && { measures }) }, host);
}

const decoder = new TextDecoder();
const strictDecoder = new TextDecoder('utf-8', { fatal: true });

function* recordsOf(
  { bytes, ends, lines, starts, lengths }: RecordBatch,
  log: number,
): Generator<{ readonly text: string | undefined; readonly place: LogPlace; readonly bytes: Uint8Array | undefined }> {
  let from = 0;
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i]!;
    const own = end === tooLong ? undefined : bytes.subarray(from, end);
    if (own) from = end;
    const start = starts[i]!;
    const place = { log, line: lines[i]!, start, end: start + lengths[i]!, ...(own && { hash: bytesHash(own) }) };
    yield { text: own && decoder.decode(own), place, bytes: own };
  }
}

function isUtf8(bytes: Uint8Array | undefined): boolean {
  try {
    strictDecoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function rowsOf(
  text: string | undefined,
  place: LogPlace,
  { framing, names }: LogPlan,
  toRows: ReturnType<typeof createRowsReader>,
): readonly LogRow[] {
  if (text === undefined) return [{ place, skip: 'too-long', columns: {} }];
  const record = recordOf(text, framing, names ?? []);
  return record === undefined ? [{ place, skip: 'not-json', columns: {} }] : toRows(record.data, place);
}

/** The data of a record; `undefined`: it is broken. */
export function recordOf(
  text: string,
  framing: Framing,
  names: readonly string[],
): { readonly data: unknown } | undefined {
  if (framing.kind === 'whole') return { data: text };
  if (framing.kind === 'csv') {
    const data = csvRecord(text, framing.delimiter, names);
    return data && { data };
  }
  try {
    return { data: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

async function count(row: LogRow, counter: TokenCounter, counted: { tokens: number; answers: number }): Promise<void> {
  const text = responseText(row.response!);
  if (text === null) return;
  counted.tokens += await counter.countText(text);
  counted.answers++;
}

/** The names of the other definitions in an evaluated one's file: a log of runs holds the answers for all of them. */
export function otherNames(evaluated: JudgingPlan['definitions'][number]): readonly string[] {
  const names = readDefinitions(evaluated.text, evaluated.fileName).definitions.map(({ name }) => name);
  return names.filter(name => name !== evaluated.name);
}
