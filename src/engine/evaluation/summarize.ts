import { wilsonInterval } from './statistics.ts';
import { unreadCodes, type Verdict, type VerdictCause, verdicts } from './verdict.ts';
import type { VerdictTable } from './verdictTable.ts';

/** How many rows got which verdict. `rows` = `skipped` + `untried` + `ok` + `suspicious` + `error`; `right` rows count as `ok`. */
export interface Totals {
  readonly rows: number;
  /** Rows without a response. */
  readonly skipped: number;
  /** Of `skipped`, those that have a response and were kept from being read by a limit of time or memory; absent where there are none. */
  readonly unread?: number;
  /** Rows whose response nobody tried: too many rows near them ran into a limit of time. */
  readonly untried: number;
  readonly ok: number;
  readonly suspicious: number;
  readonly error: number;
  /** Of `rows`, those whose answer reached the limit of tokens, whatever became of them: asking again with the same limit cannot help. Absent where there are none. */
  readonly cut?: number;
  /** Of `ok` + `suspicious`, those whose value is the expected one, and those whose value is another; absent where the log expects none. */
  readonly right?: number;
  readonly wrong?: number;
}

/** A share of rows that are ok among those with a response that was tried, with Wilson's interval at 95 %. */
export interface Rate {
  /** `null`: there are no such rows. */
  readonly rate: number | null;
  readonly interval: readonly [low: number, high: number];
}

/** A cluster of errors or suspicious rows. */
export interface ClusterSummary {
  readonly kind: 'error' | 'suspicious';
  readonly code: string;
  readonly detail?: string;
  readonly count: number;
  /** Its first row, as an index of the table. */
  readonly example: number;
}

/** The rows that have one value in a column. */
export interface GroupSummary extends Totals, Rate {
  /** `null`: the row has none. */
  readonly value: string | null;
}

/** Why rows were skipped. */
export interface SkipSummary {
  readonly code: string;
  readonly count: number;
  readonly example: number;
}

/** The numbers after feedback: of a question with retries the last answer counts. `answers`: all rows. */
export interface RetriesSummary extends Totals, Rate {
  readonly answers: number;
}

/**
 * The numbers of an evaluation. A question with what was asked again is one unit, whose first answer counts here; the group of
 * retries has all answers.
 */
export interface EvaluationSummary extends Rate {
  readonly totals: Totals;
  /** Absent: no question has retries. */
  readonly withRetries?: RetriesSummary;
  /** The largest first; of equal ones, the one that came first. */
  readonly causes: readonly ClusterSummary[];
  readonly skips: readonly SkipSummary[];
  /** By column, the largest group first. */
  readonly groups: Readonly<Record<string, readonly GroupSummary[]>>;
}

/** Counts the rows of a table as they are now. `groupBy`: the columns of the groups. Linear in the rows. */
export function summarize(table: VerdictTable, groupBy: readonly string[] = []): EvaluationSummary {
  const all = new Counts();
  const causes = new Map<number, { count: number; example: number }>();
  const groups = groupBy.map(column => ({ column, counts: new Map<string | null, Counts>() }));
  const list = table.causes;
  const isUnread = list.map(({ kind, code }) => kind === 'skipped' && unreadCodes.has(code));
  const units = runUnits(table);
  const lasts = units && new Counts();
  const addTo = (counts: Counts, i: number) => {
    const cause = table.causeAt(i);
    counts.add(table.verdictAt(i), table.rightAt(i), cause > 0 && isUnread[cause - 1]!, table.isCutAt(i));
  };
  for (let i = 0; i < table.size; i++) {
    const isFirst = units?.isFirst(i) ?? true;
    const cause = table.causeAt(i);
    if (isFirst) {
      addTo(all, i);
      if (lasts && units) addTo(lasts, units.lastOf(i));
    }
    if (cause > 0 && isFirst) {
      const counted = causes.get(cause);
      if (counted) counted.count++;
      else causes.set(cause, { count: 1, example: i });
    }
    for (const { column, counts } of groups) {
      if (!isFirst && column !== 'retry') continue;
      const value = table.valueAt(column, i) ?? null;
      let group = counts.get(value);
      if (!group) {
        group = new Counts();
        counts.set(value, group);
      }
      addTo(group, i);
    }
  }
  const clusters = [...causes]
    .map(([number, { count, example }]) => ({ ...list[number - 1]!, count, example }))
    .sort((one, other) => other.count - one.count || one.example - other.example);
  return {
    totals: all.totals(),
    ...all.rate(),
    ...(lasts && { withRetries: { ...lasts.totals(), ...lasts.rate(), answers: table.size } }),
    causes: clusters.filter(isCluster),
    skips: clusters.flatMap(({ kind, code, count, example }) => (kind === 'skipped' ? [{ code, count, example }] : [])),
    groups: Object.fromEntries(
      groups.map(({ column, counts }) => [
        column,
        [...counts]
          .map(([value, group]) => ({ value, ...group.totals(), ...group.rate() }))
          .sort((one, other) => other.rows - one.rows),
      ]),
    ),
  };
}

function isCluster<T extends VerdictCause>(cause: T): cause is T & { readonly kind: 'error' | 'suspicious' } {
  return cause.kind !== 'skipped' && cause.kind !== 'untried';
}

/** The same numbers of any rows. */
export class Counts {
  readonly #verdicts = verdicts.map(() => 0);
  readonly #rights = [0, 0, 0];
  #unread = 0;
  #cut = 0;

  /** `verdict`: its place in `verdicts`; `right` as in `VerdictTable.rightAt`; `isUnread`: it was kept from being read; `isCut`: it reached the limit of tokens. */
  add(verdict: number, right = 0, isUnread = false, isCut = false): void {
    this.#verdicts[verdict]!++;
    if (isUnread) this.#unread++;
    if (isCut) this.#cut++;
    this.#rights[right]!++;
  }

  totals(): Totals {
    const [right, ok, suspicious, error, skipped, untried] = this.#verdicts as [
      ...[number, number, number],
      ...[number, number, number],
    ];
    const [, isRight, isWrong] = this.#rights as [number, number, number];
    return {
      rows: right + ok + suspicious + error + skipped + untried,
      skipped,
      untried,
      ok: right + ok,
      suspicious,
      error,
      ...(this.#cut > 0 && { cut: this.#cut }),
      ...(this.#unread > 0 && { unread: this.#unread }),
      ...(isRight + isWrong > 0 && { right: isRight, wrong: isWrong }),
    };
  }

  rate(): Rate {
    return rateOf(this.totals());
  }
}

/** The share of rows that are ok among those with a response that was tried. */
export function rateOf({ rows, skipped, untried, ok }: Totals): Rate {
  const read = rows - skipped - untried;
  return { rate: read > 0 ? ok / read : null, interval: wilsonInterval(ok, read) };
}

/** The answers to one question: the first, and the last that there is. */
interface Unit {
  readonly first: number;
  readonly firstRetry: number;
  readonly last: number;
  readonly lastRetry: number;
}

/** How the rows of a table are counted: a question with its retries is one unit. */
interface RunUnits {
  /** Whether a row is the first answer of its unit; a row of no run is. */
  isFirst(index: number): boolean;
  /** The row that counts after feedback in place of a first one: the last that is an answer. */
  lastOf(index: number): number;
}

/** The units of a table's runs; `undefined`: no question has retries, so that each row is one. Linear in the rows. */
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
