import { type EvaluatedLog, toJsonText, type VerdictTable } from '../engine/index.ts';
import type { DefinitionCache, DefinitionRef } from './definitionCache.ts';
import type { EvaluationRequest } from './evaluationApi.ts';

/**
 * What the first complete reading of an evaluation came to: later ones are compared with it, and its definition need not
 * read the logs each time that the user has edited it.
 */
export class FirstReading {
  #kept: { readonly key: string; readonly table: VerdictTable; readonly logs: readonly EvaluatedLog[] } | undefined;

  /** Keeps a complete reading, unless one is kept; of bytes that were sent along none is. */
  keep(request: EvaluationRequest, table: VerdictTable, logs: readonly EvaluatedLog[]): void {
    if (request.logs.some(({ bytes }) => bytes)) return;
    this.#kept ??= { key: keyOf(request, request.definition), table, logs };
  }

  /** Whether the definition that a request compares with is the one of the kept reading, over the same logs. */
  has(request: EvaluationRequest): boolean {
    return request.compare !== undefined && this.#kept?.key === keyOf(request, request.compare.definition);
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

function keyOf({ logs, off, on }: EvaluationRequest, { text, fileName, name }: DefinitionRef): string {
  const sources = logs.map(({ file, address, path, field, from }) => [file, address, path, field, from]);
  return JSON.stringify([text, fileName, name, off, on, sources]);
}
