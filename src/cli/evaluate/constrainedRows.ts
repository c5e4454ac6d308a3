import {
  type ConstrainedRows,
  type ConstraintJudge,
  type LogPlace,
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
  table: VerdictTable,
  logs: readonly EvaluatedInput[],
): Promise<ConstrainedRows> {
  const counts = { prevented: 0, cut: 0, notPrevented: 0, forbidden: 0, kept: 0 };
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
      for (const [j, row] of again.entries())
        if (typeof row?.response === 'string') counts[outcomeOf(judge.judge(row.response), some[j]!.isRead)]++;
    }
  }
  const { engine, version, form } = judge;
  return { engine, version, form, ...counts };
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
    const known = byLog.get(place.log);
    if (known) known.push(row);
    else byLog.set(place.log, [row]);
  }
  return byLog;
}

function outcomeOf(is: ReturnType<ConstraintJudge['judge']>, isRead: boolean) {
  if (isRead) return is === 'sentence' ? 'kept' : 'forbidden';
  return is === 'sentence' ? 'notPrevented' : is === 'beginning' ? 'cut' : 'prevented';
}

/** The counts as a sentence or two. */
export function constrainedLine(rows: ConstrainedRows): string {
  const { engine, form, prevented, cut, notPrevented, forbidden, kept } = rows;
  const unread = prevented + cut + notPrevented;
  return (
    `With the constraint for ${engine} (${form}): of ${unread} ${unread === 1 ? 'row that does' : 'rows that do'} not read, ` +
    `${prevented} would have been prevented, ${cut} ended before a sentence did (no constraint helps), ${notPrevented} could still be written; ` +
    `of ${forbidden + kept} that read, ${forbidden} could not have been written.\n`
  );
}
