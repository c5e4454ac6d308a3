import {
  type ConstrainedRows,
  type ConstraintJudge,
  type LogPlace,
  type ResponseParser,
  type VerdictTable,
  verdicts,
} from '../../engine/index.ts';
import { fileSource } from '../../node/evaluation/fileSource.ts';
import type { EvaluatedInput } from '../../portable/logs/judgeLogs.ts';
import { rowsAgain } from '../../portable/logs/rowsAgain.ts';

/** How many rows are read again at once, and how many bytes one may have. */
const rowsAtOnce = 5000;
const maxRow = 16 * 1024 * 1024;

/**
 * What a constraint would have made of the rows of logs that were judged: they are read again, those of standard input
 * excepted. Answers that are no text, such as calls, are not counted.
 */
export async function constrainedRows(
  judge: ConstraintJudge,
  parser: ResponseParser,
  table: VerdictTable,
  logs: readonly EvaluatedInput[],
): Promise<ConstrainedRows> {
  const { habits } = judge;
  const counts = { prevented: 0, cut: 0, notPrevented: 0, forbidden: 0, kept: 0, reordered: 0 };
  let [thoughtless, thoughts] = [0, 0];
  const judged = judgedRows(table);
  for (const log of logs) {
    const { file } = log.input;
    if (file === undefined) continue;
    const source = () => fileSource(file);
    const rows = judged.get(log.plan.log) ?? [];
    for (let i = 0; i < rows.length; i += rowsAtOnce) {
      const some = rows.slice(i, i + rowsAtOnce);
      const again = await rowsAgain(
        { source },
        log.plan,
        some.map(({ place }) => place),
        maxRow,
      );
      for (const [j, row] of again.entries()) {
        if (typeof row?.response !== 'string') continue;
        const { isRead } = some[j]!;
        const { response, isThought } = row;
        const is = judge.judge(response, isThought);
        counts[outcomeOf(is, isRead)]++;
        const result = isRead ? await parser.parse(response) : undefined;
        if (!result?.ok) continue;
        if (habits.isReordered(result)) counts.reordered++;
        if (habits.asksThought && !isThought && !habits.hasThought(result)) thoughtless++;
        if (isThought && is !== judge.judge(response)) thoughts++;
      }
    }
  }
  const { engine, version, form } = judge;
  return {
    engine,
    version,
    form,
    ...counts,
    ...(habits.asksThought && { thoughtless }),
    ...(thoughts > 0 && { thoughts }),
  };
}

interface JudgedRow {
  readonly place: LogPlace;
  readonly isRead: boolean;
}

/** The rows that have a verdict, by their logs. */
function judgedRows(table: VerdictTable): ReadonlyMap<number, readonly JudgedRow[]> {
  const byLog = new Map<number, JudgedRow[]>();
  for (let index = 0; index < table.size; index++) {
    const verdict = verdicts[table.verdictAt(index)]!;
    if (verdict === 'skipped' || verdict === 'untried') continue;
    const { place } = table.row(index);
    const row = { place, isRead: verdict !== 'error' };
    const judged = byLog.get(place.log);
    if (judged) judged.push(row);
    else byLog.set(place.log, [row]);
  }
  return byLog;
}

function outcomeOf(is: ReturnType<ConstraintJudge['judge']>, isRead: boolean) {
  if (isRead) return is === 'sentence' ? 'kept' : 'forbidden';
  return is === 'sentence' ? 'notPrevented' : is === 'beginning' ? 'cut' : 'prevented';
}

/** The counts in sentences; `reasoning`: when the engine begins to hold a model to the constraint. */
export function constrainedLine(rows: ConstrainedRows, reasoning: string | undefined): string {
  const {
    engine,
    form,
    prevented,
    cut,
    notPrevented,
    forbidden,
    kept,
    reordered,
    thoughtless = 0,
    thoughts = 0,
  } = rows;
  const [unread, read] = [prevented + cut + notPrevented, forbidden + kept];
  return (
    `With the constraint for ${engine} (${form}): of ${unread} ${unread === 1 ? 'row that does' : 'rows that do'} not read, ` +
    `${prevented} would have been prevented, ${cut} ended before a sentence did (no constraint helps), ${notPrevented} could still be written; ` +
    `of ${read} that read, ${forbidden} could not have been written` +
    `${reordered > 0 ? `, and ${reordered} ${reordered === 1 ? 'has its' : 'have their'} members in another order than the definition` : ''}.\n` +
    (thoughts > 0
      ? `${thoughts} of these stand behind a thought, for which the constraint has no place: ${reasoning ?? ''}\n`
      : '') +
    (thoughtless > 0
      ? `Suspicious: of ${read} that read, ${thoughtless} ${thoughtless === 1 ? 'has' : 'have'} no thought, which the definition asks for.${reasoning === undefined ? '' : ` The constraint begins to hold: ${reasoning}`}\n`
      : '')
  );
}
