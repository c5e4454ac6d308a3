import {
  actualOf,
  addSample,
  applyEdits,
  createJudge,
  EngineError,
  type EvaluationFile,
  type LogPlace,
  type LogRow,
  type ModelMessage,
  responseText,
  type SchemaChanges,
  schemaChanges,
  summarize,
  type VerdictTable,
  violationCatalogue,
  wholeExpectation,
  writeEvaluation,
} from '../engine/index.ts';
import { evaluationCsv } from '../views/evaluationCsv.ts';
import { causeSentence, evaluationMarkdown } from '../views/evaluationMarkdown.ts';
import { rowName, shownVerdict } from '../views/evaluationRows.ts';
import { rowLines } from '../views/pairedRows.ts';
import { choiceOf } from './choiceOf.ts';
import type { DefinitionRef } from './definitionCache.ts';
import type { EvaluatedRows, EvaluationTools } from './evaluatedRows.ts';
import type { CauseExample, OpenedRow, SampleOfRow } from './evaluationApi.ts';
import type { OpenLog } from './evaluationLogs.ts';

/** The longest row that is opened, in bytes. */
const maxOpened = 50 * 1024 * 1024;
/** The rows that changes of a schema are tried on, and the longest of them in bytes. */
const mostTried = 300;
const maxTried = 1024 * 1024;

/** The text of an evaluation's file. `rowsFile`: where its rows are, relative to it. */
export function evaluationText(file: EvaluationFile, rowsFile: string | undefined): string {
  return writeEvaluation({ ...file, ...(rowsFile !== undefined && { rowsFile }) });
}

/** The evaluation in Markdown, with the definition's instruction where it has one. */
export async function markdownOf(
  file: EvaluationFile,
  definition: DefinitionRef,
  { cache }: EvaluationTools,
): Promise<string> {
  const { parser } = cache.made(definition);
  if ('error' in parser) return evaluationMarkdown(file);
  try {
    await parser.prepare();
    return evaluationMarkdown(file, parser.formatInstruction());
  } catch (error) {
    if (error instanceof EngineError) return evaluationMarkdown(file);
    throw error;
  }
}

/** All rows, a line at a time, as the command line's `--rows` has them, or as a table. */
export function rowPieces({ table, logs }: EvaluatedRows, form: 'jsonl' | 'csv'): Iterable<string> {
  // Lines are kept and compared: what differs each time is not in them.
  return form === 'csv' ? evaluationCsv(table, logs) : rowLines(table, false);
}

/** The first row of every cause, the largest first. */
export function causeExamples(table: VerdictTable): readonly CauseExample[] {
  return summarize(table).causes.map(({ kind, code, detail, count, example }) => ({
    row: example,
    kind,
    code,
    ...(detail !== undefined && { detail }),
    count,
  }));
}

/** A row with its response, and where the cause stands in it; `undefined` where it is not in its log any more. */
export async function openedRow(
  { table, logs, request }: EvaluatedRows,
  number: number,
  { cache, host }: EvaluationTools,
): Promise<OpenedRow | undefined> {
  if (number >= table.size) return undefined;
  const { place, id, cause } = table.row(number);
  const log = logs[place.log];
  const row = await rowAgain(log, { ...place, turn: table.turnAt(number) });
  if (!log || !row) return undefined;
  const { definition } = cache.made(request.definition);
  const judged = await createJudge(definition, choiceOf(request), host)(row);
  const sentence = cause && causeSentence(cause.code);
  return {
    name: id ?? row.id ?? `${log.path.slice(log.path.lastIndexOf('/') + 1)} ${place.line}`,
    called: rowName(table, number),
    ...textOf(row),
    ...(judged.span && { span: judged.span }),
    log: log.path,
    ...(log.file !== undefined && { file: log.file }),
    line: place.line,
    verdict: shownVerdict(table, number),
    ...(cause && { code: cause.code }),
    ...(cause?.detail !== undefined && { detail: cause.detail }),
    ...(sentence !== undefined && { sentence }),
  };
}

/** A row as it was judged; `undefined` where it is not in its log any more, or the log is gone. */
async function rowAgain(log: OpenLog | undefined, place: LogPlace): Promise<LogRow | undefined> {
  const [row] = (await log?.rows([place], maxOpened).catch(() => [])) ?? [];
  return row;
}

function textOf({ response }: LogRow): { readonly text: string; readonly isJson: boolean } {
  if (response === undefined) return { text: '', isJson: false };
  const text = responseText(response);
  return text === null ? { text: JSON.stringify(response, null, 2), isJson: true } : { text, isJson: false };
}

/** What can be changed of a definition's schema so that more rows are read, as far as its first rows tell. */
export async function schemaChangesOf(
  { table, logs }: EvaluatedRows,
  ref: DefinitionRef,
  { cache, host }: EvaluationTools,
): Promise<SchemaChanges> {
  const places = new Map<OpenLog, LogPlace[]>();
  let left = mostTried;
  for (let i = 0; i < table.size && left > 0; i++) {
    const { place, cause } = table.row(i);
    const log = logs[place.log];
    if (!log || cause?.kind !== 'error' || !Object.hasOwn(violationCatalogue, cause.code)) continue;
    left--;
    places.set(log, [...(places.get(log) ?? []), { ...place, turn: table.turnAt(i) }]);
  }
  const responses: (string | ModelMessage)[] = [];
  for (const [log, ofLog] of places)
    for (const row of await log.rows(ofLog, maxTried).catch(() => []))
      if (row?.response !== undefined) responses.push(row.response);
  const { definition } = cache.made(ref);
  return schemaChanges(ref.text, definition, responses, host);
}

/** The text of a definition's file with rows added as samples. Rejects where `samples` is not a list. */
export async function samplesOf(
  { table, logs }: EvaluatedRows,
  ref: DefinitionRef,
  samples: readonly SampleOfRow[],
  { cache }: EvaluationTools,
): Promise<{ readonly text: string; readonly missing: number }> {
  let { text } = ref;
  let missing = 0;
  for (const { row: number, name, expectation } of samples) {
    const { place } = table.row(number);
    const row = await rowAgain(logs[place.log], { ...place, turn: table.turnAt(number) });
    const response = row?.response === undefined ? null : responseText(row.response);
    if (response === null) {
      missing++;
      continue;
    }
    const { definition, parser } = cache.made({ ...ref, text });
    const expect =
      expectation && !('error' in parser)
        ? { expect: wholeExpectation(actualOf(definition, await parser.parse(response))) }
        : {};
    const edits = addSample(text, definition, { name, text: response, ...expect });
    if (edits.length === 0) throw new Error(`The samples of ${ref.name} are not a list, so nothing was saved.`);
    text = applyEdits(text, edits);
  }
  return { text, missing };
}
