import { EngineError, type Host } from '../../../engine/index.ts';
import { unzstd } from '../../../portable/formats/unzstd.ts';
import type { JudgingPlan } from '../../../portable/logs/batchJudge.ts';
import { firstResponses } from '../../../portable/logs/firstResponses.ts';
import { type EvaluatedInput, judgeLogs, type LogInput } from '../../../portable/logs/judgeLogs.ts';
import { isParquet, type LogSource, type LogTools, sourceOf } from '../../../portable/logs/logSource.ts';
import { otherNames } from '../../../portable/logs/otherNames.ts';
import { rowsAgain, scanRows } from '../../../portable/logs/rowsAgain.ts';
import type { EvaluationLog, LogsRunner, OpenLog } from '../../../service/evaluationLogs.ts';
import { webTable } from './webTable.ts';

/** So much is read at once: what else waits comes between, in bytes. */
const chunkSize = 256 * 1024;
/** How long the first rows have the processor for their way to the screen, in milliseconds. */
const restAfterFirst = 300;

interface WebInput extends LogInput {
  readonly bytes: Uint8Array;
}

/** Reads logs whose bytes were sent along, in this worker: a browser gives files whole. */
export function webLogs(host: Host): LogsRunner {
  return {
    async evaluate(logs, plan, { signal, onLog, onProgress }) {
      const abort = new AbortController();
      signal.onCancel(() => abort.abort());
      const inputs = await Promise.all(logs.map(inputOf));
      const sourcesOf = new Map<LogInput, Uint8Array>(inputs.map(input => [input, input.bytes]));
      return judgeLogs(inputs, plan as JudgingPlan, {
        host,
        threads: 0,
        again: input => bytesSource(sourcesOf.get(input)!),
        restAfterFirst,
        signal: abort.signal,
        onLog: evaluated => onLog(openLog(evaluated, sourcesOf.get(evaluated.input)!)),
        onProgress,
      });
    },
    async evaluateMore() {
      // A log that grows is read as a whole again.
      return undefined;
    },
    async firstResponses(logs, limits, definition) {
      return firstResponses(await Promise.all(logs.map(inputOf)), limits, definition ? otherNames(definition) : []);
    },
    async write() {
      throw new Error('A browser’s worker writes no files.');
    },
  };
}

async function inputOf({ path, name, bytes = new Uint8Array(), field, from = 0 }: EvaluationLog): Promise<WebInput> {
  const source = await bytesSource(bytes.subarray(from));
  return { path, name, source, bytes: bytes.subarray(from), ...(field !== undefined && { field }) };
}

/** Bytes as a log. Their hash is taken at once, as a browser hashes nothing piece by piece. */
async function bytesSource(bytes: Uint8Array): Promise<LogSource> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  const hex = Array.from(hash, byte => byte.toString(16).padStart(2, '0')).join('');
  if (isParquet(bytes)) return webTable(bytes, hex);
  const tools: LogTools = { digest: () => ({ update: () => {}, hex: () => hex }), gunzip, unzstd };
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
function openLog({ input, plan, field, fields }: EvaluatedInput, bytes: Uint8Array): OpenLog {
  const { path, source } = input;
  const again = () => bytesSource(bytes);
  const read = async (start: number, end: number) => (end <= bytes.length ? bytes.subarray(start, end) : undefined);
  const stretches = async () => ({ read, close: async () => {} });
  return {
    path,
    field,
    fields,
    reader: plan.reading.reader,
    rows: (places, limit) =>
      rowsAgain({ source: again, ...(source.offset !== undefined && { stretches }) }, plan, places, limit),
    scan: async visit => scanRows(await again(), plan, visit),
  };
}
