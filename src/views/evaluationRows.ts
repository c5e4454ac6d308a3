import { measureText, type RowMeasure, runUnits, type VerdictTable, verdicts } from '../engine/index.ts';
import { type RowOrder, type RowQuery, type RowVerdict, rowChanges } from '../protocol/rowQuery.ts';

/** What rows are listed by, beside their table. */
export interface RowMarks {
  /** What became of each row since the evaluation that it is compared with, as its place in `rowChanges` from 1; 0: nothing. */
  readonly changes?: Uint8Array;
  /** The evaluation that it is compared with. */
  readonly before?: VerdictTable;
  /** 1: the row has the query's text. Absent: there is no such text. */
  readonly found?: Uint8Array;
}

/** A verdict of the engine as the list has it. */
const listVerdict = (verdict: (typeof verdicts)[number]): RowVerdict => (verdict === 'right' ? 'ok' : verdict);

/** The verdict of a row as the list shows it. */
export function shownVerdict(table: VerdictTable, row: number): RowVerdict {
  return listVerdict(verdicts[table.verdictAt(row)]!);
}

/** What a row is called: by its log, else by its line; an answer of a run by the run's number, and the retry's. */
export function rowName(table: VerdictTable, row: number): string {
  const { id, place } = table.row(row);
  const run = table.runAt(row);
  const [number] = run ? (/^\d+(?=\/)/.exec(run.id) ?? []) : [];
  if (run && number !== undefined) return run.retry > 0 ? `${number}#${run.retry}` : number;
  return id ?? String(place.line);
}

/** What was measured of a row, as the list shows it. */
export function measureTexts(table: VerdictTable, row: number): Readonly<Record<string, string>> {
  const measures = Object.entries(table.measuresAt(row)) as readonly (readonly [RowMeasure, number])[];
  return Object.fromEntries(measures.map(([name, number]) => [name, measureText(name, number)]));
}

/** What names a cause in a query: kind, code and detail. */
export function causeId({ kind, code, detail }: { kind: string; code: string; detail?: string | undefined }): string {
  return [kind, code, ...(detail === undefined ? [] : [detail])].join('\0');
}

/**
 * The rows that a query lists, in its order, as their numbers in the table. Linear in the rows. `undefined`: all rows in
 * the order of the log, which needs no list.
 */
export function listedRows(
  table: VerdictTable,
  query: RowQuery,
  { changes, before, found }: RowMarks,
  column: string | undefined,
): Uint32Array | undefined {
  const isListed = verdicts.map(verdict => query.verdicts.includes(listVerdict(verdict)));
  const { group, change, order } = query;
  const cause = causeNumber(table, query.cause);
  const was = before && causeNumber(before, query.was);
  const sign = change === undefined ? 0 : 1 + rowChanges.indexOf(change);
  const isAll = isListed.every(Boolean) && cause === undefined && was === undefined && !group && sign === 0 && !found;
  if (isAll && order === 'log') return undefined;
  const rows = new Uint32Array(table.size);
  let count = 0;
  for (let i = 0; i < table.size; i++) {
    if (!isListed[table.verdictAt(i)]) continue;
    if (cause !== undefined && (cause === 0 || !table.hasCauseAt(i, cause))) continue;
    if (was !== undefined && (was === 0 || i >= before!.size || !before!.hasCauseAt(i, was))) continue;
    if (group && (table.valueAt(group.column, i) ?? null) !== group.value) continue;
    if (sign > 0 && changes?.[i] !== sign) continue;
    if (found && !found[i]) continue;
    rows[count++] = i;
  }
  const listed = rows.slice(0, count);
  return order === 'log' ? listed : inOrder(table, listed, order, column);
}

/** A cause's place in a table, from 1; 0: no row ever had it; `undefined`: the query names none. */
function causeNumber({ causes }: VerdictTable, id: string | undefined): number | undefined {
  return id === undefined ? undefined : 1 + causes.findIndex(one => causeId(one) === id);
}

/**
 * The same rows by verdict, by cluster or by number with the largest first; those of one cluster in the order of the log.
 * Different numbers are sorted, each once.
 */
function inOrder(table: VerdictTable, rows: Uint32Array, order: RowOrder, column: string | undefined): Uint32Array {
  const measure = table.measures.find(name => order === `measure:${name}`);
  const keys = new Map<string | number, number>();
  const clusters: { count: number; readonly rank: number }[] = [];
  const clusterOf = (key: string | number, rank: number) => {
    let found = keys.get(key);
    if (found === undefined) {
      found = clusters.length;
      keys.set(key, found);
      clusters.push({ count: 0, rank });
    }
    return found;
  };
  const numbers = new Uint32Array(rows.length);
  for (const [i, row] of rows.entries()) {
    // What has no cause, or is not known, comes behind all else.
    const cause = table.causeAt(row);
    const measured = measure ? (table.measureAt(measure, row) ?? Number.NEGATIVE_INFINITY) : 0;
    const number =
      order === 'verdict'
        ? clusterOf(shownVerdict(table, row), -badness(shownVerdict(table, row)))
        : order === 'cause'
          ? clusterOf(String(cause), cause === 0 ? 1 : 0)
          : order === 'group'
            ? clusterOf(groupKey(table, row, column), 0)
            : clusterOf(measured, -measured);
    clusters[number]!.count++;
    numbers[i] = number;
  }
  const sorted = clusters
    .map((cluster, number) => ({ ...cluster, number }))
    .sort((one, other) => one.rank - other.rank || other.count - one.count || one.number - other.number);
  const starts = new Uint32Array(clusters.length);
  let start = 0;
  for (const { number, count } of sorted) {
    starts[number] = start;
    start += count;
  }
  const ordered = new Uint32Array(rows.length);
  for (const [i, row] of rows.entries()) ordered[starts[numbers[i]!]!++] = row;
  return ordered;
}

function groupKey(table: VerdictTable, row: number, column: string | undefined): string {
  const value = column === undefined ? undefined : table.valueAt(column, row);
  return value === undefined ? '' : `=${value}`;
}

/** What asks for a look first. */
function badness(verdict: RowVerdict): number {
  return ['ok', 'skipped', 'untried', 'suspicious', 'error'].indexOf(verdict);
}

/** What became of the rows of one table in another one of the same rows, see `RowMarks.changes`. */
export function changesOf(now: VerdictTable, before: VerdictTable): Uint8Array {
  const changes = new Uint8Array(now.size);
  const units = runUnits(now);
  const [names, namesBefore] = [now, before].map(({ causes }) => ['', ...causes.map(causeId)]) as [string[], string[]];
  for (let i = 0; i < Math.min(now.size, before.size); i++) {
    if (units && !units.isFirst(i)) continue;
    const [is, was] = [shownVerdict(now, i), shownVerdict(before, i)];
    if (![is, was].every(verdict => verdict !== 'skipped' && verdict !== 'untried')) continue;
    if ((is === 'ok') !== (was === 'ok')) changes[i] = is === 'ok' ? 1 : 2;
    else if (is !== 'ok' && names[now.causeAt(i)] !== namesBefore[before.causeAt(i)]) changes[i] = 3;
  }
  return changes;
}

/** Tells whether what a table has of a row has a text, which is in lower case: its name, line, cause, columns. Each value is looked at once. */
export function textMatcher(table: VerdictTable, text: string): (row: number) => boolean {
  const has = (value: string | undefined) => value?.toLowerCase().includes(text) === true;
  const causes = table.causes.map(({ code, detail }) => has(code) || has(detail));
  // What is a row's further cause is one of the table's.
  const hasFurther = causes.includes(true);
  const columns = table.columns.map(column => ({ column, matches: new Map<string, boolean>() }));
  const line = String(Number(text)) === text ? Number(text) : undefined;
  return number => {
    if (causes[table.causeAt(number) - 1]) return true;
    if (hasFurther && table.furtherAt(number).some(({ code, detail }) => has(code) || has(detail))) return true;
    for (const { column, matches } of columns) {
      const value = table.valueAt(column, number);
      if (value === undefined) continue;
      let isFound = matches.get(value);
      if (isFound === undefined) {
        isFound = has(value);
        matches.set(value, isFound);
      }
      if (isFound) return true;
    }
    return has(table.idAt(number)) || (line !== undefined && table.lineAt(number) === line);
  };
}
