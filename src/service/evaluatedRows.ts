import {
  type EvaluatedParser,
  type EvaluationFile,
  evaluatedParser,
  evaluationOf,
  type FallbackCost,
  fallbackCost,
  type Host,
  type VerdictTable,
} from '../engine/index.ts';
import type { EvaluationView } from '../protocol/evaluationView.ts';
import { evaluationModel } from '../views/evaluationModel.ts';
import { changesOf } from '../views/evaluationRows.ts';
import type { DefinitionCache } from './definitionCache.ts';
import type { EvaluationRequest } from './evaluationApi.ts';
import type { EvaluatedLogs, LogsRunner, OpenLog } from './evaluationLogs.ts';

/** What an evaluation needs of its thread. */
export interface EvaluationTools {
  readonly host: Host;
  readonly cache: DefinitionCache;
  readonly runner: LogsRunner;
  readonly clock: Clock;
}

/** Time, in milliseconds. */
export interface Clock {
  now(): number;
  /** Calls `run` after a while, unless the function that it gives is called before. */
  after(wait: number, run: () => void): () => void;
}

/** The rows of an evaluation and what they are read from: all that is shown, exported and opened. */
export interface EvaluatedRows {
  readonly request: EvaluationRequest;
  readonly table: VerdictTable;
  readonly logs: readonly OpenLog[];
  /** With sizes and hashes; absent while they are read. */
  readonly facts?: EvaluatedLogs['logs'];
  readonly compare?: EvaluationFile['compare'];
  /** What the framework asks in silence; absent: nothing, or the rows are not all there. */
  readonly fallback?: FallbackCost;
  readonly notUtf8: number;
  /** Rows that answer for other definitions of the file. */
  readonly leftOut: number;
  readonly cancelled: boolean;
}

/** A definition of a request as an evaluation's file names it. */
export function parserOf(
  { definition, file }: Pick<EvaluationRequest, 'definition' | 'file'>,
  { cache }: Pick<EvaluationTools, 'cache'>,
): EvaluatedParser {
  return evaluatedParser(cache.made(definition).definition, file);
}

/** What the framework of a request's definition asks in silence after answers that it cannot read. */
export async function silentCost(
  { definition: ref }: Pick<EvaluationRequest, 'definition'>,
  { cache, host }: Pick<EvaluationTools, 'cache' | 'host'>,
): Promise<FallbackCost | undefined> {
  const definition = cache.definition(ref);
  return definition && fallbackCost(definition, host);
}

/** The numbers of the rows that an evaluation shows. They are counted once, whatever is listed of the rows. */
export class EvaluationNumbers {
  readonly rows: EvaluatedRows;
  /** The verdicts of the definition that it is compared with. */
  readonly before: VerdictTable | undefined;
  /** The column of the groups: the one of the request where there is one, else the models. */
  readonly column: string | undefined;
  /** Which rows flipped, see `RowMarks.changes`. */
  readonly changes: Uint8Array | undefined;
  readonly #tools: EvaluationTools;
  #file: EvaluationFile | undefined;
  #view: EvaluationView | undefined;

  constructor(tools: EvaluationTools, rows: EvaluatedRows, grouping: string | undefined, before?: VerdictTable) {
    this.#tools = tools;
    this.rows = rows;
    this.before = before;
    const { columns } = rows.table;
    this.column = [grouping, 'model'].find(column => column !== undefined && columns.includes(column));
    this.changes = before && changesOf(rows.table, before);
  }

  /** As an evaluation's file has them. */
  get file(): EvaluationFile {
    if (!this.#file) {
      const { request, table, logs, facts, compare, fallback, leftOut, cancelled } = this.rows;
      this.#file = evaluationOf({
        parser: parserOf(request, this.#tools),
        logs: facts ?? logs.map(({ path, reader, field }) => ({ path, reader, field, size: 0, sha256: '' })),
        table,
        groupBy: this.column === undefined ? [] : [this.column],
        leftOut,
        fallback,
        rest: {
          ...(request.off.length > 0 && { off: request.off }),
          ...(request.on?.length && { on: request.on }),
          ...(compare && { compare }),
          ...(cancelled && { cancelled: true as const }),
        },
      });
    }
    return this.#file;
  }

  /** As a page shows them. */
  get view(): EvaluationView {
    const { logs, table, notUtf8, request } = this.rows;
    this.#view ??= evaluationModel(this.file, {
      fields: logs.map(({ fields }) => fields),
      columns: table.columns,
      measures: table.measures,
      notUtf8,
      ...(request.compare && { comparedWith: request.compare.title }),
    });
    return this.#view;
  }
}
