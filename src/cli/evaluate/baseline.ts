import { dirname, resolve } from 'node:path';
import {
  compareVerdicts,
  createJudge,
  EngineError,
  type EvaluationFile,
  type FileComparison,
  fileComparison,
  type PairedRow,
  readDefinitions,
  readEvaluation,
  readRow,
  summarize,
  type VerdictTable,
} from '../../engine/index.ts';
import type { DefinitionText } from '../../portable/logs/batchJudge.ts';
import type { LogsEvaluation } from '../../portable/logs/judgeLogs.ts';
import { pairedRows } from '../../views/pairedRows.ts';
import { type Io, UsageError } from '../io.ts';
import { readInput } from '../readInput.ts';

/** An evaluation from before. */
export interface Baseline {
  readonly file: string;
  /** Absent where only its rows are at hand. */
  readonly evaluation?: EvaluationFile;
  /** Its rows; absent: they are not at hand, and its definition reads the log again. */
  readonly rows?: readonly PairedRow[];
  /** The definition to read the log with again: one, or none. */
  readonly definition: readonly DefinitionText[];
  /** Why it cannot be read with, where that is not that it is gone. */
  readonly refused?: string;
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
  return { file, evaluation, ...(await definitionOf(evaluation, io)) };
}

/** The definition of an evaluation, if it still makes a parser, and its module may run: nobody named that. */
async function definitionOf(
  { parser }: EvaluationFile,
  { cwd, host, reach }: Io,
): Promise<Pick<Baseline, 'definition' | 'refused'>> {
  if (parser.definition === undefined) return { definition: [] };
  const text = JSON.stringify(parser.definition);
  const fileName = resolve(cwd, parser.file);
  const [definition] = readDefinitions(text, fileName).definitions;
  try {
    if (definition) createJudge(definition, {}, host);
  } catch (error) {
    if (error instanceof EngineError) return { definition: [] };
    throw error;
  }
  const refused = definition && (await reach?.refused(fileName, definition));
  if (refused !== undefined) return { definition: [], refused };
  return { definition: definition ? [{ text, fileName, name: 'parser' }] : [] };
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
  { file, evaluation, rows, definition, refused }: Baseline,
  table: VerdictTable,
  logs: LogsEvaluation['logs'],
  again: VerdictTable | undefined,
): FileComparison {
  const parser = evaluation?.parser ?? { file, name: '', type: '' };
  if (rows) {
    const comparison = compareVerdicts(rows, codesOf(pairedRows(table)));
    if (comparison.paired > 0) return fileComparison(parser, comparison, logs);
    const { totals, rate, interval } = comparison;
    return { parser, totals, rate, interval, note: `no row of it is in the log now, ${onlyTotals}` };
  }
  const { totals, rate, interval } = evaluation!;
  const note =
    refused === undefined
      ? whyNotPaired(evaluation!, definition, logs, again)
      : `its rows are not at hand, and the module of its definition was not run: ${refused.replace(/^It was not run: |\.$/g, '')}`;
  if (note !== undefined) return { parser, totals, rate, interval, note: `${note}, ${onlyTotals}` };
  return fileComparison(parser, compareVerdicts(pairedRows(again!), pairedRows(table)), logs);
}

/** Kept rows have the codes of their causes only. */
function* codesOf(rows: Iterable<PairedRow>): Generator<PairedRow> {
  for (const { detail: _, ...row } of rows) yield row;
}

const onlyTotals = 'so only the totals are compared';

function whyNotPaired(
  evaluation: EvaluationFile,
  definition: readonly DefinitionText[],
  logs: LogsEvaluation['logs'],
  again: VerdictTable | undefined,
): string | undefined {
  if (definition.length === 0 || !again) return 'its rows and its definition are not at hand';
  if (!isSameLog(evaluation.logs, logs)) return 'its rows are not at hand and the log is another one now';
  const { totals } = summarize(again);
  // A module of before may be gone, or what reads is another version.
  const isSame = (['ok', 'suspicious', 'error', 'skipped', 'untried'] as const).every(
    key => totals[key] === evaluation.totals[key],
  );
  return isSame ? undefined : 'its rows are not at hand and its definition reads the log otherwise now';
}

function isSameLog(before: EvaluationFile['logs'], now: LogsEvaluation['logs']): boolean {
  return (
    before.length === now.length &&
    before.every(({ sha256, size }, i) => now[i]!.sha256 === sha256 && now[i]!.size === size)
  );
}
