import { createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Host, moduleOf, readDefinitions } from '../../../engine/index.ts';
import { evaluateLogs } from '../../../node/evaluation/evaluateLogs.ts';
import { fileSource, streamSource } from '../../../node/evaluation/fileSource.ts';
import { temporaryTable } from '../../../node/evaluation/inputSource.ts';
import { inputsAt } from '../../../node/evaluation/inputsAt.ts';
import type { JudgingPlan } from '../../../portable/logs/batchJudge.ts';
import { otherNames } from '../../../portable/logs/batchJudge.ts';
import type { EvaluatedInput, LogInput } from '../../../portable/logs/judgeLogs.ts';
import { firstRows, searchResponses } from '../../../portable/logs/logResponses.ts';
import type { LogSource } from '../../../portable/logs/logSource.ts';
import { mergeBeside } from '../../../portable/logs/mergeParts.ts';
import { rowsAgain } from '../../../portable/logs/rowsAgain.ts';
import type {
  EvaluationHooks,
  EvaluationLog,
  EvaluationPlan,
  LogsRunner,
  OpenLog,
} from '../../../service/evaluationLogs.ts';
import { bytesLogs, type LoadFormats } from '../bytesLogs.ts';

/** How long the first rows have the processor for their way to the screen, in milliseconds. */
const restAfterFirst = 300;

/** How much of a log that grows is read at once, in bytes. */
const maxGrowth = 8 * 1024 * 1024;

/**
 * Reads logs in an engine's thread, on all cores where they are large. What has a module of the user's is judged in this
 * thread alone, whose host asks for the workspace's trust. `codeCache`: the folder for what V8 makes of the threads'
 * bundles; absent: they are compiled anew.
 */
export function evaluationRunner(host: Host, codeCache?: string): LogsRunner {
  const judge = async (
    inputs: readonly LogInput[],
    plan: EvaluationPlan,
    { signal, onLog, onProgress }: EvaluationHooks,
    threads: number | undefined,
  ) => {
    const abort = new AbortController();
    signal.onCancel(() => abort.abort());
    return evaluateLogs(inputs, plan as JudgingPlan, {
      host,
      modules: false,
      restAfterFirst,
      ...(codeCache !== undefined && { codeCache }),
      signal: abort.signal,
      onLog: evaluated => onLog(openLog(evaluated)),
      onProgress,
      ...(threads !== undefined && { threads }),
    });
  };
  return {
    async stateOf({ file, bytes }) {
      if (file === undefined || bytes) return undefined;
      const stats = await stat(file).catch(() => undefined);
      return stats?.isFile() ? `${stats.size} ${stats.mtimeMs} ${stats.ino}` : undefined;
    },
    async evaluate(logs, plan, hooks) {
      const inputs = (await Promise.all(logs.map(inputsOf))).flat();
      return judge(inputs, plan, hooks, plan.definitions.some(hasModule) ? 0 : undefined);
    },
    async evaluateMore(log, { from, lines }, plan, hooks) {
      if (log.file === undefined) return bytesLogs(host, loadFormats).evaluateMore(log, { from, lines }, plan, hooks);
      const start = lines === 0 && from > 0 ? { from, lines: await linesBefore(log.file, from) } : { from, lines };
      const bytes = await linesFrom(log.file, start.from);
      if (!bytes) return undefined;
      const chunks = async function* () {
        yield bytes;
      };
      const { facts, chunks: read, total } = streamSource(chunks, bytes.length);
      const source: LogSource = { total, facts, chunks: read, offset: start.from };
      const input = { path: log.path, name: log.name, file: log.file, source, linesBefore: start.lines };
      const result = await judge([withField(input, log)], plan, hooks, 0);
      const next = { from: start.from + bytes.length, lines: start.lines + countLines(bytes) };
      return { ...result, next };
    },
    async firstRows(logs, limits, definition) {
      const inputs = (await Promise.all(logs.map(inputsOf))).flat();
      return firstRows(inputs, limits, definition ? otherNames(definition) : []);
    },
    async write(file, pieces) {
      await pipeline(Readable.from(batched(pieces)), createWriteStream(file));
    },
    merge: mergeBeside,
  };
}

async function inputsOf(log: EvaluationLog): Promise<readonly LogInput[]> {
  const { path, name, file, bytes, from = 0 } = log;
  if (file === undefined) return [withField({ path, name, source: bytesSource(bytes ?? new Uint8Array()) }, log)];
  if (from > 0) {
    const source = await fileSource(file, from);
    return [withField({ path, name, file, source, linesBefore: await linesBefore(file, from) }, log)];
  }
  return (await inputsAt(file, path)).map(input => withField(input, log));
}

function withField(input: LogInput, { field }: EvaluationLog): LogInput {
  return field === undefined ? input : { ...input, field };
}

function bytesSource(bytes: Uint8Array): LogSource {
  return streamSource(async function* () {
    yield bytes;
  }, bytes.length);
}

/** How the rows of a log are read again. */
function openLog({ input, plan, field, fields }: EvaluatedInput): OpenLog {
  const { path, file, source, linesBefore } = input;
  // What was decoded has no places in its file.
  const isPlaced = source.offset !== undefined;
  const again = async () => {
    if (file === undefined) return source;
    return fileSource(file, linesBefore === undefined ? 0 : source.offset);
  };
  const stretches = async () => {
    const handle = await open(file!);
    return {
      async read(start: number, end: number) {
        const bytes = Buffer.alloc(end - start);
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
        return bytesRead === bytes.length ? bytes : undefined;
      },
      close: () => handle.close(),
    };
  };
  return {
    path,
    field,
    fields,
    reader: plan.reading.reader,
    ...(file !== undefined && { file }),
    rows: (places, limit) =>
      rowsAgain({ source: again, ...(file !== undefined && isPlaced && { stretches }) }, plan, places, limit),
    search: async (text, visit) => searchResponses(await again(), plan, text, visit),
  };
}

function hasModule({ text, fileName, name }: EvaluationPlan['definitions'][number]): boolean {
  const { definitions } = readDefinitions(text, fileName);
  return definitions.some(each => (each.name === name || definitions.length === 1) && moduleOf(each) !== undefined);
}

/** The lines of a file from a byte on, up to the last that is complete; `undefined`: there is none yet. */
async function linesFrom(path: string, from: number): Promise<Uint8Array | undefined> {
  const file = await open(path).catch(error => {
    // The log of a run that has no answer yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    for (let size = maxGrowth; ; size *= 2) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, from);
      const end = buffer.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
      if (end > 0) return new Uint8Array(buffer.subarray(0, end));
      if (bytesRead < size) return undefined;
    }
  } finally {
    await file.close();
  }
}

async function linesBefore(path: string, to: number): Promise<number> {
  const source = await fileSource(path);
  let [lines, at] = [0, 0];
  for await (const chunk of source.chunks()) {
    lines += countLines(chunk.subarray(0, to - at));
    at += chunk.length;
    if (at >= to) break;
  }
  return lines;
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count++;
  return count;
}

/** Pieces put together, as a system call for each would be slow. */
function* batched(pieces: Iterable<string>): Generator<string> {
  let parts: string[] = [];
  for (const piece of pieces) {
    parts.push(piece);
    if (parts.length < 1000) continue;
    yield parts.join('');
    parts = [];
  }
  if (parts.length > 0) yield parts.join('');
}

/** Tables of other file systems, as files: the thread that decodes them reads such. */
const tables = new WeakMap<ArrayBufferLike, Promise<string>>();

const loadFormats: LoadFormats = async () => ({
  async table(bytes) {
    let file = tables.get(bytes.buffer);
    if (!file) {
      file = temporaryTable(
        (async function* () {
          yield bytes;
        })(),
      );
      tables.set(bytes.buffer, file);
    }
    return fileSource(await file);
  },
  unzstd: (await import('../../../portable/formats/unzstd.ts')).unzstd,
});
