import { EngineError, type Host } from '../../engine/index.ts';
import type { unzstd } from '../../portable/formats/unzstd.ts';
import type { JudgingPlan } from '../../portable/logs/batchJudge.ts';
import { otherNames } from '../../portable/logs/batchJudge.ts';
import { type EvaluatedInput, judgeLogs, type LogInput } from '../../portable/logs/judgeLogs.ts';
import { firstRows, searchResponses } from '../../portable/logs/logResponses.ts';
import { isParquet, type LogSource, type LogTools, sourceOf } from '../../portable/logs/logSource.ts';
import { mergeBeside } from '../../portable/logs/mergeParts.ts';
import { rowsAgain } from '../../portable/logs/rowsAgain.ts';
import type {
  EvaluationHooks,
  EvaluationLog,
  EvaluationPlan,
  LogsRunner,
  OpenLog,
} from '../../service/evaluationLogs.ts';

/** How much is read at once: what else waits comes between, in bytes. */
const chunkSize = 256 * 1024;
/** How long the first rows have the processor for their way to the screen, in milliseconds. */
const restAfterFirst = 300;

/** A log with all of its bytes, from its start. */
interface WholeInput extends LogInput {
  readonly bytes: Uint8Array;
}

/** What reads the formats that few logs have. */
export interface LogFormats {
  /** The bytes of a Parquet file as a log, decoded by somebody who can be ended. Rejects with an `EngineError` where they cannot be read. */
  table(bytes: Uint8Array, sha256: string): Promise<LogSource>;
  readonly unzstd: typeof unzstd;
}

/** Loads it. */
export type LoadFormats = () => Promise<LogFormats>;

/** Reads logs whose bytes were sent along, in this thread alone: of file systems that give files whole, as all do in a browser. */
export function bytesLogs(host: Host, loadFormats: LoadFormats): LogsRunner {
  const judge = async (
    inputs: readonly WholeInput[],
    plan: EvaluationPlan,
    { signal, onLog, onProgress }: EvaluationHooks,
  ) => {
    const abort = new AbortController();
    signal.onCancel(() => abort.abort());
    const wholes = new Map<LogInput, Uint8Array>(inputs.map(input => [input, input.bytes]));
    return judgeLogs(inputs, plan as JudgingPlan, {
      host,
      threads: 0,
      again: input =>
        sourceFrom(loadFormats, wholes.get(input)!, input.linesBefore === undefined ? 0 : input.source.offset),
      restAfterFirst,
      signal: abort.signal,
      onLog: evaluated => onLog(openLog(evaluated, wholes.get(evaluated.input)!, loadFormats)),
      onProgress,
    });
  };
  return {
    stateOf: async () => undefined,
    evaluate: async (logs, plan, hooks) =>
      judge(await Promise.all(logs.map(log => inputOf(log, loadFormats))), plan, hooks),
    async evaluateMore({ path, name, bytes = new Uint8Array(), field }, { from, lines }, plan, hooks) {
      const end = bytes.lastIndexOf(0x0a) + 1;
      if (end <= from) return undefined;
      const linesBefore = lines === 0 && from > 0 ? countLines(bytes.subarray(0, from)) : lines;
      const whole = bytes.subarray(0, end);
      const source = await sourceFrom(loadFormats, whole, from);
      const input = { path, name, source, bytes: whole, linesBefore, ...(field !== undefined && { field }) };
      const result = await judge([input], plan, hooks);
      return { ...result, next: { from: end, lines: linesBefore + countLines(bytes.subarray(from, end)) } };
    },
    async firstRows(logs, limits, definition) {
      return firstRows(
        await Promise.all(logs.map(log => inputOf(log, loadFormats))),
        limits,
        definition ? otherNames(definition) : [],
      );
    },
    async write() {
      throw new Error('Nothing is written where there is no disk.');
    },
    merge: mergeBeside,
  };
}

async function inputOf(
  { path, name, bytes = new Uint8Array(), field, from = 0 }: EvaluationLog,
  loadFormats: LoadFormats,
): Promise<WholeInput> {
  const source = await sourceFrom(loadFormats, bytes, from);
  const before = from > 0 && { linesBefore: countLines(bytes.subarray(0, from)) };
  return { path, name, source, bytes, ...before, ...(field !== undefined && { field }) };
}

/** A log from a byte on, where a line begins; its places are those of the whole. */
async function sourceFrom(loadFormats: LoadFormats, bytes: Uint8Array, from = 0): Promise<LogSource> {
  const rest = await bytesSource(loadFormats, bytes.subarray(from));
  if (from === 0) return rest;
  return { total: rest.total, offset: from, facts: rest.facts, chunks: rest.chunks };
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count++;
  return count;
}

/** Bytes as a log. They are hashed at once, as a browser hashes nothing piece by piece. */
async function bytesSource(loadFormats: LoadFormats, bytes: Uint8Array): Promise<LogSource> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  const hex = Array.from(hash, byte => byte.toString(16).padStart(2, '0')).join('');
  if (isParquet(bytes)) return (await loadFormats()).table(bytes, hex);
  const tools: LogTools = {
    digest: () => ({ update: () => {}, hex: () => hex }),
    gunzip,
    async *unzstd(packed) {
      yield* (await loadFormats()).unzstd(packed);
    },
  };
  const chunks = async function* () {
    for (let from = 0; from < bytes.length; from += chunkSize) yield bytes.subarray(from, from + chunkSize);
  };
  return sourceOf(chunks, tools, bytes.length);
}

async function* gunzip(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const stream = new DecompressionStream('gzip');
  const writer = stream.writable.getWriter();
  const feed = async () => {
    for await (const chunk of packed) await writer.write(chunk as Uint8Array<ArrayBuffer>);
    await writer.close();
  };
  // An error comes to whoever reads.
  feed().catch(() => {});
  const reader = stream.readable.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw new EngineError('LogIsCompressed', `The log cannot be unpacked: ${(error as Error).message}.`);
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** How the rows of a log are read again: from its bytes where places are theirs. */
function openLog({ input, plan, field, fields }: EvaluatedInput, bytes: Uint8Array, loadFormats: LoadFormats): OpenLog {
  const { path, source, linesBefore } = input;
  const again = () => sourceFrom(loadFormats, bytes, linesBefore === undefined ? 0 : source.offset);
  const read = async (start: number, end: number) => (end <= bytes.length ? bytes.subarray(start, end) : undefined);
  const stretches = async () => ({ read, close: async () => {} });
  return {
    path,
    field,
    fields,
    reader: plan.reading.reader,
    rows: (places, limit) =>
      rowsAgain({ source: again, ...(source.offset !== undefined && { stretches }) }, plan, places, limit),
    search: async (text, visit) => searchResponses(await again(), plan, text, visit),
  };
}
