import { dirname, relative } from 'node:path';
import {
  createTokenCounter,
  EngineError,
  type EvaluationFile,
  evaluatedParser,
  evaluationOf,
  oneLine,
  type TokenCounterSpec,
  type VerdictTable,
} from '../../engine/index.ts';
import type { LogsEvaluation } from '../../portable/logs/judgeLogs.ts';
import { comparedTables } from '../../views/pairedRows.ts';
import { type Io, UsageError } from '../io.ts';
import type { Loaded } from '../loadDefinition.ts';
import { type Baseline, baselineOf } from './baseline.ts';
import type { EvaluateOptions } from './evaluateOptions.ts';

/** What logs were judged by. */
export interface EvaluateContext {
  readonly loaded: Loaded;
  readonly other?: Loaded | undefined;
  readonly baseline?: Baseline | undefined;
  readonly options: Pick<EvaluateOptions, 'groupBy' | 'off' | 'rows' | 'out' | 'tokens' | 'counter'>;
}

/** What is reported of logs that were judged. Throws `UsageError` where there is no such column to group by. */
export async function evaluatedFile(judged: LogsEvaluation, context: EvaluateContext, io: Io): Promise<EvaluationFile> {
  const { loaded, other, baseline, options } = context;
  const { tables, logs, tokens, answers } = judged;
  const table = tables[0]!;
  const compare = other && comparedTables(table, tables[1]!, evaluatedParser(other.definition, other.file), logs);
  const before = baseline && baselineOf(baseline, table, logs, other ? tables[2] : tables[1]);
  return evaluationOf({
    parser: evaluatedParser(loaded.definition, loaded.file),
    logs,
    table,
    groupBy: groupsOf(table, options.groupBy),
    leftOut: judged.leftOut,
    rest: {
      ...(options.off.length > 0 && { off: options.off }),
      ...(options.rows !== undefined && {
        rowsFile: options.out === undefined ? options.rows : relative(dirname(options.out), options.rows),
      }),
      ...(options.tokens && {
        tokens: {
          counter: options.counter!,
          ...(await instructionTokens(loaded, options.tokens, io)),
          answers: tokens,
          mean: tokens / Math.max(1, answers),
        },
      }),
      ...(compare && { compare }),
      ...(before && { baseline: before }),
      ...(judged.cancelled && { cancelled: true as const }),
    },
  });
}

async function instructionTokens(
  { parser }: Loaded,
  spec: TokenCounterSpec,
  { host }: Io,
): Promise<{ readonly instruction?: number }> {
  try {
    await parser.prepare();
    return { instruction: await createTokenCounter(spec, host).countText(parser.formatInstruction()) };
  } catch (error) {
    // A definition without instruction has no tokens of one.
    if (error instanceof EngineError) return {};
    throw error;
  }
}

function groupsOf(table: VerdictTable, groupBy: readonly string[]): readonly string[] {
  const unknown = groupBy.find(column => !table.columns.includes(column));
  if (unknown !== undefined) {
    const known = table.columns.length > 0 ? `There are: ${table.columns.join(', ')}` : 'There are none';
    throw new UsageError(
      `--group-by ${oneLine(unknown)}: no row has this column, or it has too many values. ${oneLine(known)}.`,
    );
  }
  return groupBy.length > 0 ? groupBy : table.columns.filter(column => column === 'model');
}
