import { mcNemarP } from './statistics.ts';
import { Counts, type Rate, rateOf, type Totals } from './summarize.ts';
import { causeKey, type RowVerdict, type Verdict, type VerdictCause, verdicts } from './verdict.ts';

/** A row as two evaluations can be paired by it. */
export interface PairedRow {
  readonly id?: string;
  /** Of the log with this index; in another log the same line is another row. */
  readonly log: number;
  readonly line: number;
  readonly verdict: Verdict;
  readonly code?: string;
  /** What tells causes of the same code apart; absent also where only codes are known. */
  readonly detail?: string;
}

/** A row as evaluations are paired by it, and as its line is written. `cause`: why it is not ok. */
export function pairedRow(
  { id, place, verdict }: Pick<RowVerdict, 'id' | 'place' | 'verdict'>,
  cause: Pick<RowVerdict, 'code' | 'detail'> | undefined,
): PairedRow {
  const { code, detail } = cause ?? {};
  return {
    ...(id !== undefined && { id }),
    log: place.log,
    line: place.line,
    verdict,
    ...(code !== undefined && { code }),
    ...(detail !== undefined && { detail }),
  };
}

/** A row that is ok in one evaluation and not in the other. */
export interface Flip {
  readonly id?: string;
  readonly log: number;
  readonly line: number;
  /** `better`: ok now, and not in the evaluation that it is compared with. */
  readonly change: 'better' | 'worse';
  readonly before: { readonly verdict: Verdict; readonly code?: string };
  readonly now: { readonly verdict: Verdict; readonly code?: string };
}

/** How many of the paired rows had a cause before, and have it now. */
export interface CauseChange extends VerdictCause {
  readonly kind: 'error' | 'suspicious';
  readonly before: number;
  readonly now: number;
  /** Rows that have it now and did not, and the other way round: `now` = `before` + `came` − `went`. */
  readonly came: number;
  readonly went: number;
}

/** What became of the same rows in two evaluations. */
export interface Comparison extends Rate {
  /** Of the evaluation that it is compared with, over all its rows. */
  readonly totals: Totals;
  /** Rows that both read or tried to read. */
  readonly paired: number;
  /** Rows that are ok now and were not, and the other way round. */
  readonly better: number;
  readonly worse: number;
  /** Rows that are ok in neither, each with another cause now. */
  readonly moved: number;
  /** The causes of either, the most frequent now first; of equal ones, the one that came first. */
  readonly causes: readonly CauseChange[];
  /** The exact p of McNemar's test for these two numbers, two-sided. */
  readonly p: number;
  /** The first of them, in the order of the rows. */
  readonly flips: readonly Flip[];
}

/** How many flips are listed. */
const maxFlips = 10_000;

/**
 * Compares an evaluation with one from before: rows pair by id where both have one and it is theirs alone, else by log and
 * line. Rows that one of them skipped, or did not try, are not pairs. Linear in the rows.
 */
export function compareVerdicts(before: Iterable<PairedRow>, now: Iterable<PairedRow>): Comparison {
  const counts = new Counts();
  const byId = new Map<string, PairedRow | undefined>();
  const byLine = new Map<string, PairedRow>();
  for (const row of before) {
    counts.add(verdicts.indexOf(row.verdict));
    if (row.id !== undefined) byId.set(row.id, byId.has(row.id) ? undefined : row);
    byLine.set(`${row.log}:${row.line}`, row);
  }
  const pairs = new Pairs();
  const ids = new Set<string>();
  for (const row of now) {
    const isFirst = row.id !== undefined && !ids.has(row.id);
    if (row.id !== undefined) ids.add(row.id);
    const other = (isFirst && byId.get(row.id!)) || byLine.get(`${row.log}:${row.line}`);
    if (other && (other.id === undefined || row.id === undefined || other.id === row.id)) pairs.add(other, row);
  }
  return pairs.comparison(counts.totals());
}

type Counted = { -readonly [K in keyof CauseChange]: CauseChange[K] };

/** Compares verdicts of the same rows, one pair after the other. */
export class Pairs {
  /** Its name, also in a build with short ones. */
  static readonly name = 'Pairs';
  #paired = 0;
  #better = 0;
  #worse = 0;
  #moved = 0;
  readonly #causes = new Map<string, Counted>();
  readonly #flips: Flip[] = [];

  add(before: PairedRow, now: PairedRow): void {
    if (!isJudged(before.verdict) || !isJudged(now.verdict)) return;
    this.#paired++;
    const [was, is] = [isOk(before.verdict), isOk(now.verdict)];
    this.#count(before, now);
    if (was === is) return;
    if (is) this.#better++;
    else this.#worse++;
    if (this.#flips.length >= maxFlips) return;
    this.#flips.push({
      ...(now.id !== undefined && { id: now.id }),
      log: now.log,
      line: now.line,
      change: is ? 'better' : 'worse',
      before: verdictOf(before),
      now: verdictOf(now),
    });
  }

  #count(before: PairedRow, now: PairedRow): void {
    const [was, is] = [this.#causeOf(before), this.#causeOf(now)];
    if (was) was.before++;
    if (is) is.now++;
    if (was === is) return;
    if (was) was.went++;
    if (is) is.came++;
    if (was && is) this.#moved++;
  }

  /** The cause of a row that is not ok. */
  #causeOf({ verdict, code, detail }: PairedRow): Counted | undefined {
    if (isOk(verdict)) return undefined;
    const kind = verdict === 'suspicious' ? verdict : 'error';
    const cause = { kind, code: code ?? verdict, ...(detail !== undefined && { detail }) } as const;
    const key = causeKey(cause);
    const counted = this.#causes.get(key) ?? { ...cause, before: 0, now: 0, came: 0, went: 0 };
    this.#causes.set(key, counted);
    return counted;
  }

  /** `totals`: of the evaluation from before. */
  comparison(totals: Totals): Comparison {
    const [better, worse] = [this.#better, this.#worse];
    return {
      totals,
      ...rateOf(totals),
      paired: this.#paired,
      better,
      worse,
      moved: this.#moved,
      causes: [...this.#causes.values()].sort((one, other) => other.now - one.now || other.before - one.before),
      p: mcNemarP(better, worse),
      flips: this.#flips,
    };
  }
}

/** Whether the response was read, or tried to be. */
function isJudged(verdict: Verdict): boolean {
  return verdict !== 'skipped' && verdict !== 'untried';
}

function isOk(verdict: Verdict): boolean {
  return verdict === 'ok' || verdict === 'right';
}

function verdictOf({ verdict, code }: PairedRow): Flip['now'] {
  return { verdict, ...(code !== undefined && { code }) };
}
