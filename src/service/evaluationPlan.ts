import { measureNames, type TableOptions } from '../engine/index.ts';
import { choiceOf } from './choiceOf.ts';
import type { DefinitionCache, DefinitionRef } from './definitionCache.ts';
import type { EvaluationTools } from './evaluatedRows.ts';
import type { EvaluationRequest } from './evaluationApi.ts';
import type { EvaluationPlan } from './evaluationLogs.ts';

/** The definitions of an evaluation as their files were when they last were JSON: half a definition judges a log wrongly. */
export class WholeDefinitions {
  readonly #cache: DefinitionCache;
  /** By what they are for, file and name: an earlier text of the same definition is another one. */
  readonly #definitions = new Map<string, DefinitionRef>();

  constructor(cache: DefinitionCache) {
    this.#cache = cache;
  }

  /**
   * A request with definitions that are whole, where they ever were; `isKept`: one of them is of before. Throws where one is
   * broken, and never was whole.
   */
  of(request: EvaluationRequest): { readonly request: EvaluationRequest; readonly isKept: boolean } {
    const { definition, compare, file } = request;
    const own = this.#wholeOf('own', definition, file);
    const other = compare?.byDefault
      ? compare.definition
      : compare && this.#wholeOf('other', compare.definition, compare.file);
    const isKept = own !== definition || (compare !== undefined && other !== compare.definition);
    return {
      request: { ...request, definition: own, ...(compare && other && { compare: { ...compare, definition: other } }) },
      isKept,
    };
  }

  #wholeOf(use: 'own' | 'other', ref: DefinitionRef, file: string): DefinitionRef {
    const key = JSON.stringify([use, ref.fileName, ref.name]);
    const broken = this.#cache.read(ref.text, ref.fileName).problems.find(({ code }) => code === 'syntax-error');
    if (!broken) {
      this.#definitions.set(key, ref);
      return ref;
    }
    const earlier = this.#definitions.get(key);
    if (!earlier) throw new Error(`${file} is not JSON: ${broken.message}`);
    return earlier;
  }
}

/** Whether two requests are of the same texts and logs. */
export function isSameRequest(one: EvaluationRequest, other: EvaluationRequest): boolean {
  const of = ({ definition, logs, off, on, compare }: EvaluationRequest) =>
    JSON.stringify([definition, off, on, compare, ...logs.map(({ bytes, ...log }) => [log, bytes?.length])]);
  return of(one) === of(other);
}

/** What the tables of the editor keep. */
export const keptOfRows: TableOptions = { keepIds: true, measures: measureNames };

/** What a request reads. Throws where a definition makes no parser. `comparing`: whether the definition that it is compared with reads the logs as well. */
export function planOf(
  request: EvaluationRequest,
  { cache }: Pick<EvaluationTools, 'cache'>,
  comparing = true,
): EvaluationPlan {
  const { compare } = request;
  const named = [request, ...(compare && comparing ? [compare] : [])];
  for (const { definition: ref, file } of named) {
    const definition = cache.definition(ref);
    if (!definition)
      throw new Error(
        `${file} has no definition ${ref.name} that can be used: it has an error, or is not there any more.`,
      );
    const parser = cache.parser(definition);
    if ('error' in parser) throw parser.error;
  }
  const definitions = named.map(({ definition }) => definition);
  return { definitions, ...choiceOf(request), table: keptOfRows, tellsUses: true };
}
