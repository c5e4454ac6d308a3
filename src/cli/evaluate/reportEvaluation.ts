import {
  EngineError,
  type EvaluationFile,
  type EvaluationPart,
  oneLine,
  type SkipCode,
  skipCatalogue,
  summarize,
  writeEvaluation,
} from '../../engine/index.ts';
import type { LogsEvaluation } from '../../portable/logs/judgeLogs.ts';
import { rowLines } from '../../views/pairedRows.ts';
import { type Io, print, tell } from '../io.ts';
import type { Loaded } from '../loadDefinition.ts';
import { writeReport } from '../reporters/reportOutputs.ts';
import type { EvaluateOptions } from './evaluateOptions.ts';
import { evaluationReporters, type Gate } from './evaluationReporters.ts';

/** What a report has beside the evaluation. */
export interface ReportContext {
  readonly instruction?: string | undefined;
  /** What makes the evaluation a part: in its file only. */
  readonly part?: EvaluationPart | undefined;
  readonly options: Pick<EvaluateOptions, 'rows' | 'out' | 'outputs' | 'expected'>;
}

/** Writes the files and reports that the options name. */
export async function reportEvaluation(
  evaluation: EvaluationFile,
  gates: readonly Gate[],
  { tables, notUtf8 }: LogsEvaluation,
  { instruction, part, options }: ReportContext,
  io: Io,
): Promise<void> {
  const colour = io.stdout.isTTY === true && !io.env.NO_COLOR;
  const failures: unknown[] = [];
  const write = (file: string, report: string | Iterable<string>) =>
    writeReport(file, report).catch((error: unknown) => void failures.push(error));
  if (options.rows !== undefined) await write(options.rows, rowLines(tables[0]!, true));
  if (options.out !== undefined) await write(options.out, writeEvaluation(part ? { ...evaluation, part } : evaluation));
  for (const { reporter, file } of options.outputs) {
    const text = reporter({
      evaluation,
      gates,
      colour: colour && file === undefined,
      ...(instruction !== undefined && { instruction }),
    });
    if (file === undefined) await print(io.stdout, text);
    else await write(file, text);
  }
  if (failures.length > 0) {
    // What was judged is not lost with a full disk.
    if (options.outputs.every(({ file }) => file !== undefined))
      await print(io.stdout, evaluationReporters.pretty!({ evaluation, gates, colour }));
    throw failures[0];
  }
  if (options.expected !== undefined && evaluation.totals.right === undefined && evaluation.rate !== null)
    await tell(io.stderr, `No answer that was read has an expected value at \`${oneLine(options.expected)}\`.\n`);
  if (notUtf8 > 0)
    await tell(
      io.stderr,
      `${notUtf8} ${notUtf8 === 1 ? 'row has' : 'rows have'} bytes that are not UTF-8; they were replaced.\n`,
    );
}

/** A definition's instruction; `undefined`: it has none. */
export async function instructionOf({ parser }: Loaded): Promise<string | undefined> {
  try {
    await parser.prepare();
    return parser.formatInstruction();
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

/** Why an evaluation has nothing to tell, and what can be done. */
export function noResponse({ logs, tables }: LogsEvaluation): string {
  const rows = tables[0]!.size;
  const fields = [...new Set(logs.flatMap(log => log.fields))].map(field => `\`${oneLine(field)}\``).slice(0, 20);
  const where = oneLine(
    logs
      .map(({ path, field }) => `${path} at \`${field}\``)
      .slice(0, 3)
      .join(', '),
  );
  const { totals, skips } = summarize(tables[0]!);
  const advice =
    fields.length > 0 && !totals.unread
      ? ` The fields that hold a text are ${fields.join(', ')}: name one with --field.`
      : '';
  const what =
    rows === 0
      ? 'There are no rows'
      : totals.unread
        ? `None of the ${rows} rows was read`
        : rows === 1
          ? 'The only row has no response'
          : `None of the ${rows} rows has a response`;
  const why = skips
    .filter(({ code }) => code !== 'no-response')
    .map(({ code, count }) => ` ${count.toLocaleString('en-US')} × ${code}: ${skipCatalogue[code as SkipCode]}`)
    .join('');
  return `${what} in ${where}.${why}${advice}`;
}
