import { dirname, relative } from 'node:path';
import {
  type ConstrainedRows,
  createTokenCounter,
  EngineError,
  type EvaluatedParser,
  type EvaluationFile,
  evaluationOf,
  type FallbackCost,
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
  readonly parser: EvaluatedParser;
  /** The definition that it is compared with. */
  readonly other?: EvaluatedParser | undefined;
  readonly baseline?: Baseline | undefined;
  /** Tokens of the instruction, where tokens are counted and it has one. */
  readonly instructionTokens?: number | undefined;
  /** What the framework asks in silence. */
  readonly fallback?: FallbackCost | undefined;
  /** What a constraint would have made of the rows. */
  readonly constraint?: ConstrainedRows | undefined;
  readonly options: Pick<EvaluateOptions, 'groupBy' | 'off' | 'on' | 'rows' | 'out' | 'counter'> & {
    /** Only a part of the rows is there. */
    readonly shard?: unknown;
  };
}

/** What is reported of logs that were judged. Throws `UsageError` where there is no such column to group by. */
export function evaluatedFile(judged: LogsEvaluation, context: EvaluateContext): EvaluationFile {
  const { parser, other, baseline, instructionTokens, fallback, constraint, options } = context;
  const { tables, logs, tokens, answers } = judged;
  const table = tables[0]!;
  const compare = other && comparedTables(table, tables[1]!, other, logs);
  const before = baseline && baselineOf(baseline, table, logs, other ? tables[2] : tables[1]);
  return evaluationOf({
    parser,
    logs,
    table,
    // A part may have no row with a column that others have.
    groupBy: options.shard
      ? table.columns.filter(each => groupColumns(options).includes(each))
      : groupsOf(table, options.groupBy),
    leftOut: judged.leftOut,
    fallback,
    rest: {
      ...(options.off.length > 0 && { off: options.off }),
      ...(options.on.length > 0 && { on: options.on }),
      ...(options.rows !== undefined && {
        rowsFile: options.out === undefined ? options.rows : relative(dirname(options.out), options.rows),
      }),
      ...(options.counter !== undefined && {
        tokens: {
          counter: options.counter,
          ...(instructionTokens !== undefined && { instruction: instructionTokens }),
          answers: tokens,
          mean: tokens / Math.max(1, answers),
        },
      }),
      ...(compare && { compare }),
      ...(before && { baseline: before }),
      ...(constraint && { constraint }),
      ...(judged.cancelled && { cancelled: true as const }),
    },
  });
}

/** The tokens of a definition's instruction; `undefined`: it has none. */
export async function instructionTokens(
  { parser }: Loaded,
  spec: TokenCounterSpec,
  { host }: Io,
): Promise<number | undefined> {
  try {
    await parser.prepare();
    return await createTokenCounter(spec, host).countText(parser.formatInstruction());
  } catch (error) {
    // A definition without instruction has no tokens of one.
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

/** The columns that groups are made by, where there are such. */
export function groupColumns({ groupBy }: Pick<EvaluateOptions, 'groupBy'>): readonly string[] {
  return groupBy.length > 0 ? groupBy : ['model'];
}

function groupsOf(table: VerdictTable, groupBy: readonly string[]): readonly string[] {
  const unknown = groupBy.find(column => !table.columns.includes(column));
  if (unknown !== undefined) {
    const columns = table.columns.length > 0 ? `There are: ${table.columns.join(', ')}` : 'There are none';
    throw new UsageError(
      `--group-by ${oneLine(unknown)}: no row has this column, or it has too many values. ${oneLine(columns)}.`,
    );
  }
  return groupBy.length > 0 ? groupBy : table.columns.filter(column => column === 'model');
}
