import {
  type EvaluationFile,
  type EvaluationPart,
  evaluationOf,
  fallbackCostOf,
  markOddTypes,
  type SuspicionCode,
} from '../engine/index.ts';
import { comparedTables } from '../views/pairedRows.ts';
import type { MergedEvaluations } from './evaluationLogs.ts';

/**
 * What parts are together, with the numbers that `parserlens merge` gives: what depends on all rows is decided now. `own`: one of the
 * parts. A baseline is not compared with, as it is another file.
 */
export function mergedEvaluation(own: EvaluationFile, { judged, of, shards }: MergedEvaluations): EvaluationFile {
  const { run, facts } = own.part!;
  const [off, on] = [listOf(run.off), listOf(run.on)];
  for (const table of judged.tables) markOddTypes(table, off as readonly SuspicionCode[]);
  const [table, before] = judged.tables;
  const wanted = listOf(run.groupBy);
  const { tokens, answers } = judged;
  return evaluationOf({
    parser: own.parser,
    logs: judged.logs,
    table: table!,
    groupBy: table!.columns.filter(column => (wanted.length > 0 ? wanted.includes(column) : column === 'model')),
    leftOut: judged.leftOut,
    fallback: own.fallback && fallbackCostOf(own.fallback),
    rest: {
      ...(off.length > 0 && { off }),
      ...(on.length > 0 && { on }),
      ...(typeof run.counter === 'string' && {
        tokens: {
          counter: run.counter,
          ...(facts.instructionTokens !== undefined && { instruction: facts.instructionTokens }),
          answers: tokens,
          mean: tokens / Math.max(1, answers),
        },
      }),
      ...(own.compare && before && { compare: comparedTables(table!, before, own.compare.parser, judged.logs) }),
      part: { of, shards, run, facts: { ...facts, notUtf8: judged.notUtf8 }, rows: '' },
    },
  });
}

function listOf(value: EvaluationPart['run'][string]): readonly string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];
}
