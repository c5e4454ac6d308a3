import { type Verdict, verdicts } from './verdict.ts';
import type { VerdictTable } from './verdictTable.ts';

/** The answers to one question: the first, and the last that there is. */
interface Unit {
  readonly first: number;
  readonly firstRetry: number;
  readonly last: number;
  readonly lastRetry: number;
}

/** How the rows of a table are counted: a question with all that was asked again is one unit. */
export interface RunUnits {
  /** Whether a row is the first answer of its unit; a row of no run is. */
  isFirst(index: number): boolean;
  /** The row that counts after feedback in place of a first one: the last that is an answer. */
  lastOf(index: number): number;
}

/** The units of a table's runs; `undefined`: no question was asked again, so that each row is one. Linear in the rows. */
export function runUnits(table: VerdictTable): RunUnits | undefined {
  if (!table.hasRuns) return undefined;
  const unread = ['skipped', 'untried'].map(verdict => verdicts.indexOf(verdict as Verdict));
  const units = new Map<string, Unit>();
  const keyOf = (index: number): string | undefined => {
    const run = table.runAt(index);
    return run && `${table.row(index).place.log} ${run.id}`;
  };
  let isAskedAgain = false;
  for (let i = 0; i < table.size; i++) {
    const key = keyOf(i);
    if (key === undefined) continue;
    const { retry } = table.runAt(i)!;
    const unit = units.get(key);
    if (unit) isAskedAgain = true;
    const isFirst = !unit || retry < unit.firstRetry;
    // What the connection failed for says nothing of what was read before.
    const isLast = !unit || (retry > unit.lastRetry && !unread.includes(table.verdictAt(i)));
    units.set(key, {
      ...(isFirst ? { first: i, firstRetry: retry } : { first: unit.first, firstRetry: unit.firstRetry }),
      ...(isLast ? { last: i, lastRetry: retry } : { last: unit.last, lastRetry: unit.lastRetry }),
    });
  }
  if (!isAskedAgain) return undefined;
  const unitOf = (index: number): Unit | undefined => units.get(keyOf(index) ?? '');
  return {
    isFirst: index => (unitOf(index)?.first ?? index) === index,
    lastOf: index => unitOf(index)?.last ?? index,
  };
}
