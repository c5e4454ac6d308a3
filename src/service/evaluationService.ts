import {
  type EvaluationFile,
  type EvaluationPart,
  evaluationOf,
  fallbackCostOf,
  type Host,
  markOddTypes,
  readEvaluation,
  type SuspicionCode,
} from '../engine/index.ts';
import { type EvaluationExtras, evaluationModel } from '../views/evaluationModel.ts';
import { comparedTables } from '../views/pairedRows.ts';
import type { DefinitionCache } from './definitionCache.ts';
import type { Clock } from './evaluatedRows.ts';
import type { EvaluationApi, EvaluationFileView, NamedText } from './evaluationApi.ts';
import type { LogsRunner, MergedEvaluations } from './evaluationLogs.ts';
import { EvaluationSession } from './evaluationSession.ts';

/** The engine's side of the API; runs in a worker. */
export function evaluationService(host: Host, cache: DefinitionCache, runner: LogsRunner, clock: Clock): EvaluationApi {
  const sessions = new Map<string, EvaluationSession>();
  return {
    async startEvaluation(id, request) {
      let session = sessions.get(id);
      if (!session) {
        session = new EvaluationSession({ host, cache, runner, clock });
        sessions.set(id, session);
      }
      session.start(request);
    },
    stopEvaluation: async id => sessions.get(id)?.stop(),
    growEvaluation: async (id, ends) => sessions.get(id)?.grow(ends),
    watchEvaluation: async (id, seen) => sessions.get(id)?.watch(seen),
    queryEvaluation: async (id, query) => sessions.get(id)?.list(query),
    groupEvaluation: async (id, column) => sessions.get(id)?.groupBy(column),
    evaluationRows: async (id, from, to) => sessions.get(id)?.rows(from, to),
    evaluationRow: async (id, row) => sessions.get(id)?.open(row),
    evaluationText: async (id, rowsFile) => sessions.get(id)?.text(rowsFile),
    evaluationView: async id => sessions.get(id)?.view(),
    evaluationMarkdown: async id => sessions.get(id)?.markdown(),
    async writeEvaluationRows(id, form, file) {
      const pieces = sessions.get(id)?.rowPieces(form);
      if (pieces) await runner.write(file, pieces);
    },
    evaluationRowsText: async (id, form) => {
      const pieces = sessions.get(id)?.rowPieces(form);
      return pieces && [...pieces].join('');
    },
    causeExamples: async id => sessions.get(id)?.causeExamples(),
    schemaChanges: async (id, definition) => sessions.get(id)?.schemaChanges(definition),
    samplesOfRows: async (id, definition, samples) => sessions.get(id)?.samples(definition, samples),
    async closeEvaluation(id) {
      sessions.get(id)?.close();
      sessions.delete(id);
    },
    evaluationFileView: async (text, column) => fileView(readEvaluation(text), column),
    mergedFileView: (own, others, column) => mergedFileView(runner, own, others, column),
  };
}

type ReadFile = ReturnType<typeof readEvaluation>;

function fileView(read: ReadFile, column: string | undefined, merged?: EvaluationExtras['merged']): EvaluationFileView {
  if ('problem' in read) return read;
  const { parser, logs, cancelled } = read.evaluation;
  const extras = { hasFlips: true, ...(column !== undefined && { column }), ...(merged && { merged }) };
  return {
    view: evaluationModel(read.evaluation, extras),
    parser: { file: parser.file, name: parser.name },
    logs: logs.map(({ path, field }) => ({ path, field })),
    cancelled: cancelled === true,
  };
}

/** A part as it is together with those beside it. */
async function mergedFileView(
  runner: LogsRunner,
  { name, text }: NamedText,
  others: readonly NamedText[],
  column: string | undefined,
): Promise<EvaluationFileView> {
  const own = readEvaluation(text);
  if ('problem' in own || !own.evaluation.part) return fileView(own, column);
  const read = others.flatMap(other => {
    const parsed = readEvaluation(other.text);
    return 'problem' in parsed ? [] : [{ name: other.name, evaluation: parsed.evaluation }];
  });
  const merged = await runner.merge({ name, evaluation: own.evaluation }, read);
  return fileView({ evaluation: mergedEvaluation(own.evaluation, merged) }, column, merged);
}

/**
 * What parts are together, with the numbers that `parserlens merge` gives: what depends on all rows is decided now. `own`: one of the
 * parts. A baseline is not compared with, as it is another file.
 */
function mergedEvaluation(own: EvaluationFile, { judged, of, shards }: MergedEvaluations): EvaluationFile {
  const { run, facts } = own.part!;
  const [off, on] = [listOf(run.off), listOf(run.on)];
  for (const table of judged.tables) markOddTypes(table, off as readonly SuspicionCode[]);
  const [table, before] = judged.tables;
  const grouping = listOf(run.groupBy);
  const { tokens, answers } = judged;
  return evaluationOf({
    parser: own.parser,
    logs: judged.logs,
    table: table!,
    groupBy: table!.columns.filter(column => (grouping.length > 0 ? grouping.includes(column) : column === 'model')),
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
