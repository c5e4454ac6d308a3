import { measureNames, type TableOptions } from '../engine/index.ts';
import { choiceOf } from './choiceOf.ts';
import type { EvaluationTools } from './evaluatedRows.ts';
import type { EvaluationRequest } from './evaluationApi.ts';
import type { EvaluationPlan } from './evaluationLogs.ts';

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
