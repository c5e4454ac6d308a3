import {
  type Definition,
  type EvaluatedLog,
  type Host,
  judgesAlike,
  type LogRow,
  responseText,
  toJsonText,
  type VerdictTable,
  verdicts,
} from '../engine/index.ts';
import type { DefinitionCache, DefinitionRef } from './definitionCache.ts';
import type { EvaluatedRows } from './evaluatedRows.ts';
import type { EvaluationRequest } from './evaluationApi.ts';
import type { EvaluationLog } from './evaluationLogs.ts';

/** How many rows are read at once, and the largest of them, in bytes. */
const slice = 500;
const maxRead = 1024 * 1024;

/** A complete reading of logs by one definition, and what it used of the definition. */
export interface CompleteReading extends Omit<EvaluatedRows, 'compare' | 'fallback' | 'facts' | 'request'> {
  readonly facts: NonNullable<EvaluatedRows['facts']>;
  readonly uses: ReadonlySet<string>;
  /** What the logs were when their reading began, see `LogsRunner.stateOf`. */
  readonly states: readonly (string | undefined)[];
}

/** The last complete reading of an evaluation: an edit of its definition that changes no verdict needs no other. */
export class KeptVerdicts {
  readonly #cache: DefinitionCache;
  readonly #host: Host;
  #kept:
    | {
        readonly key: string;
        readonly definition: Definition;
        readonly others: string;
        readonly reading: CompleteReading;
      }
    | undefined;

  constructor(cache: DefinitionCache, host: Host) {
    this.#cache = cache;
    this.#host = host;
  }

  /** Keeps a reading in place of the one before. */
  keep(request: EvaluationRequest, reading: CompleteReading): void {
    const definition = this.#cache.definition(request.definition);
    this.#kept = definition && {
      key: keyOf(request),
      definition,
      others: this.#otherNames(request.definition),
      reading,
    };
  }

  /** The kept reading, where the definition of a request judges every row of the same logs as it was judged then. Never rejects. */
  async readingFor(
    request: EvaluationRequest,
    stateOf: (log: EvaluationLog) => Promise<string | undefined>,
  ): Promise<CompleteReading | undefined> {
    const kept = this.#kept;
    const definition = this.#cache.definition(request.definition);
    if (!kept || !definition || kept.key !== keyOf(request)) return undefined;
    if (kept.others !== this.#otherNames(request.definition)) return undefined;
    const { reading } = kept;
    const states = await Promise.all(request.logs.map(stateOf));
    if (states.some((state, i) => state === undefined || state !== reading.states[i])) return undefined;
    const alike = await judgesAlike(kept.definition, definition, reading.uses, this.#host);
    if (!alike) return undefined;
    const hasEcho = alike.echoes.length > 0 && (await mayHaveEcho(reading, alike.echoes).catch(() => true));
    return hasEcho ? undefined : reading;
  }

  /** Rows that answer for other definitions of the file are left out. */
  #otherNames({ text, fileName, name }: DefinitionRef): string {
    const { definitions } = this.#cache.read(text, fileName);
    return JSON.stringify(definitions.map(each => each.name).filter(each => each !== name));
  }
}

function keyOf({ definition: { fileName, name }, logs, off, on }: EvaluationRequest): string {
  const sources = logs.map(({ file, address, path, field, from }) => [file, address, path, field, from]);
  return JSON.stringify([fileName, name, off, on, sources]);
}

/** Whether a row that was diagnosed may have one of some texts in its response. Rejects where a log cannot be read. */
async function mayHaveEcho({ table, logs }: CompleteReading, echoes: readonly string[]): Promise<boolean> {
  const phrases = echoes.map(bare);
  const errors = errorsByLog(table);
  for (const [number, log] of logs.entries()) {
    const rows = errors.get(number) ?? [];
    for (let from = 0; from < rows.length; from += slice) {
      const places = rows.slice(from, from + slice).map(row => ({ ...table.row(row).place, turn: table.turnAt(row) }));
      const read = await log.rows(places, maxRead);
      const hasOne = (row: LogRow | undefined) =>
        row === undefined || textsOf(row).some(text => phrases.some(echo => text.includes(echo)));
      if (read.length < places.length || read.some(hasOne)) return true;
    }
  }
  return false;
}

/** The rows of a table that are errors, by their logs. */
function errorsByLog(table: VerdictTable): ReadonlyMap<number, readonly number[]> {
  const byLog = new Map<number, number[]>();
  for (let i = 0; i < table.size; i++) {
    if (verdicts[table.verdictAt(i)] !== 'error') continue;
    const { log } = table.row(i).place;
    const rows = byLog.get(log);
    if (rows) rows.push(i);
    else byLog.set(log, [i]);
  }
  return byLog;
}

/** A text without what diagnoses take off before they look for an echo. */
function bare(text: string): string {
  return text.replace(/[\r\ufeff]/g, '');
}

/** The texts of a row's response: its own, and all that stand in a message. */
function textsOf({ response = '' }: LogRow): readonly string[] {
  const texts: string[] = [bare(responseText(response) ?? '')];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') texts.push(bare(value));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  if (typeof response !== 'string') visit(response);
  return texts;
}

/**
 * What the first complete reading of an evaluation came to: later ones are compared with it, and its definition need not
 * read the logs each time that the user has edited it.
 */
export class FirstReading {
  #kept: { readonly key: string; readonly table: VerdictTable; readonly logs: readonly EvaluatedLog[] } | undefined;

  /** Keeps a complete reading, unless one is kept; of bytes that were sent along none is. */
  keep(request: EvaluationRequest, table: VerdictTable, logs: readonly EvaluatedLog[]): void {
    if (request.logs.some(({ bytes }) => bytes)) return;
    this.#kept ??= { key: textKey(request, request.definition), table, logs };
  }

  /** Whether the definition that a request compares with is the one of the kept reading, over the same logs. */
  has(request: EvaluationRequest): boolean {
    return request.compare !== undefined && this.#kept?.key === textKey(request, request.compare.definition);
  }

  /** The verdicts of the kept reading; `undefined`: the logs, of which these are the facts now, are not what they were. */
  tableFor(logs: readonly EvaluatedLog[]): VerdictTable | undefined {
    const kept = this.#kept;
    const isSame =
      kept?.logs.length === logs.length &&
      kept.logs.every(({ sha256, size }, i) => sha256 === logs[i]!.sha256 && size === logs[i]!.size);
    return isSame ? kept.table : undefined;
  }

  /** The next complete reading is the first one. */
  forget(): void {
    this.#kept = undefined;
  }
}

/** A request without its comparison where that is by default, and says nothing: the earlier definition is not there, makes no parser, or is the same. */
export function withoutIdleComparison(request: EvaluationRequest, cache: DefinitionCache): EvaluationRequest {
  const { compare, ...rest } = request;
  if (!compare?.byDefault) return request;
  const before = cache.definition(compare.definition);
  const now = cache.definition(request.definition);
  const isIdle = !before || 'error' in cache.parser(before) || (now && textOf(before) === textOf(now));
  return isIdle ? rest : request;
}

function textOf({ source }: NonNullable<ReturnType<DefinitionCache['definition']>>): string {
  return toJsonText(source.config, 0);
}

function textKey({ logs, off, on }: EvaluationRequest, { text, fileName, name }: DefinitionRef): string {
  const sources = logs.map(({ file, address, path, field, from }) => [file, address, path, field, from]);
  return JSON.stringify([text, fileName, name, off, on, sources]);
}
