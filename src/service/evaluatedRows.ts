import {
  type EvaluatedParser,
  type EvaluationFile,
  evaluatedParser,
  type FallbackCost,
  fallbackCost,
  type Host,
  type VerdictTable,
} from '../engine/index.ts';
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
  /** Rows that models were asked for other definitions of the file. */
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
