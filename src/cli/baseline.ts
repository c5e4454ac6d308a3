import { dirname, resolve } from 'node:path';
import {
  compareVerdicts,
  type EvaluationFile,
  type FileComparison,
  fileComparison,
  type PairedRow,
  readEvaluation,
  readRow,
  summarize,
  type VerdictTable,
} from '../engine/index.ts';
import type { DefinitionText } from '../node/evaluation/batchJudge.ts';
import type { LogsEvaluation } from '../node/evaluation/evaluateLogs.ts';
import { pairedRows } from '../views/pairedRows.ts';
import { type Io, UsageError } from './io.ts';
import { readInput } from './readInput.ts';

/** An evaluation from before. */
export interface Baseline {
  readonly file: string;
  /** Absent where only its rows are at hand. */
  readonly evaluation?: EvaluationFile;
  /** Its rows; absent: they are not at hand, and its definition reads the log again. */
  readonly rows?: readonly PairedRow[];
  /** The definition to read the log with again: one, or none. */
  readonly definition: readonly DefinitionText[];
}

/** Reads an evaluation, or the rows of one. Throws `UsageError` where the file is neither. */
export async function readBaseline(file: string, io: Io): Promise<Baseline> {
  const text = await readInput(file, io);
  const read = readEvaluation(text);
  if ('problem' in read) {
    const rows = rowsOf(text);
    if (rows.length === 0) throw new UsageError(`--baseline ${file}: ${read.problem}`);
    return { file, rows, definition: [] };
  }
  const { evaluation } = read;
  const rows = evaluation.rowsFile === undefined ? undefined : await rowsBeside(file, evaluation.rowsFile, io);
  if (rows) return { file, evaluation, rows, definition: [] };
  const { parser } = evaluation;
  const definition =
    parser.definition === undefined
      ? []
      : [{ text: JSON.stringify(parser.definition), fileName: resolve(io.cwd, parser.file), name: 'parser' }];
  return { file, evaluation, definition };
}

async function rowsBeside(file: string, rowsFile: string, io: Io): Promise<readonly PairedRow[] | undefined> {
  try {
    const rows = rowsOf(await readInput(resolve(io.cwd, dirname(file), rowsFile), io));
    return rows.length > 0 ? rows : undefined;
  } catch (error) {
    // It was not kept: there is another way.
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** All lines, if each of them is a row. */
function rowsOf(text: string): readonly PairedRow[] {
  const rows: PairedRow[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const row = readRow(line);
    if (!row) return [];
    rows.push(row);
  }
  return rows;
}

/** How an evaluation compares with the one from before. `again`: what the definition from before reads now. */
export function baselineOf(
  { file, evaluation, rows, definition }: Baseline,
  table: VerdictTable,
  logs: LogsEvaluation['logs'],
  again: VerdictTable | undefined,
): FileComparison {
  const parser = evaluation?.parser ?? { file, name: '', type: '' };
  if (rows) {
    const comparison = compareVerdicts(rows, pairedRows(table));
    return fileComparison(parser, comparison, logs);
  }
  const { totals, rate, interval } = evaluation!;
  const note =
    definition.length === 0 || !again
      ? 'its rows and its definition are not at hand, so only the totals are compared'
      : !isSameLog(evaluation!.logs, logs)
        ? 'its rows are not at hand and the log is another one now, so only the totals are compared'
        : undefined;
  if (note !== undefined) return { parser, totals, rate, interval, note };
  const comparison = compareVerdicts(pairedRows(again!), pairedRows(table));
  return fileComparison(parser, { ...comparison, totals: summarize(again!).totals }, logs);
}

function isSameLog(before: EvaluationFile['logs'], now: LogsEvaluation['logs']): boolean {
  return (
    before.length === now.length &&
    before.every(({ sha256, size }, i) => now[i]!.sha256 === sha256 && now[i]!.size === size)
  );
}
