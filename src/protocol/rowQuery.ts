import type { TextSpan } from './guards.ts';

/** What became of a row; one whose value is the expected one counts as `ok`. */
export type RowVerdict = 'ok' | 'suspicious' | 'error' | 'skipped' | 'untried';

/** All verdicts of rows, the best first. */
export const rowVerdicts: readonly RowVerdict[] = ['ok', 'suspicious', 'error', 'skipped', 'untried'];

/** The orders of rows that there always are; every order but that of the log is by size, the largest cluster first. */
export const rowOrders = ['log', 'verdict', 'cause', 'group'] as const;

/** How rows are put in order; by what was measured, named behind a colon, the largest first. */
export type RowOrder = (typeof rowOrders)[number] | `measure:${string}`;

/** True for an order that a page may ask for. */
export function isRowOrder(order: unknown): order is RowOrder {
  return (
    typeof order === 'string' && (order.startsWith('measure:') || (rowOrders as readonly string[]).includes(order))
  );
}

/** Which rows are listed, and in which order. */
export interface RowQuery {
  /** What a row's response, name, cause or columns contain; empty: anything. */
  readonly text: string;
  readonly verdicts: readonly RowVerdict[];
  /** A cause's id. */
  readonly cause?: string;
  /** The id of the cause that rows had in the evaluation that it is compared with. */
  readonly was?: string;
  readonly group?: { readonly column: string; readonly value: string | null };
  readonly change?: RowChange;
  readonly order: RowOrder;
}

/** What became of a row since the evaluation that it is compared with; `moved`: it is ok in neither, and has another cause. */
export type RowChange = 'better' | 'worse' | 'moved';

/** All of them. */
export const rowChanges: readonly RowChange[] = ['better', 'worse', 'moved'];

/** All rows in the order of the log. */
export const everyRow: RowQuery = { text: '', verdicts: rowVerdicts, order: 'log' };

/** Whether a query lists all rows in the order of the log. */
export function isEveryRow({ text, verdicts, cause, was, group, change, order }: RowQuery): boolean {
  const isWhole = [cause, was, group, change].every(each => each === undefined);
  return isWhole && text === '' && order === 'log' && rowVerdicts.every(verdict => verdicts.includes(verdict));
}

/** A row of the list. */
export interface RowView {
  /** Its number among the rows of the evaluation, from 0: what commands name it by. */
  readonly row: number;
  /** Its name in the log, else its line. */
  readonly name: string;
  /** Where it stands: `log.jsonl:12`. */
  readonly place: string;
  readonly verdict: RowVerdict;
  /** Whether its value is the one that the log expects; absent where it expects none. */
  readonly right?: boolean;
  readonly code?: string;
  readonly detail?: string;
  /** Its value in the column of the groups. */
  readonly group?: string;
  readonly change?: RowChange;
  /** Of a row that changed: what it was before, a cause's code or a verdict. */
  readonly before?: string;
  /** What was measured of it, by name: what is not known is absent. */
  readonly measures: Readonly<Record<string, string>>;
  /** Its response on one line, from where it differs from most others. */
  readonly preview: string;
}

/** A stretch of the list. */
export interface RowSlice {
  readonly from: number;
  readonly rows: readonly RowView[];
}

/** The row of a list that its user chose: its place in the list, and its number as soon as the page has it. */
export interface ChosenRow {
  readonly position: number;
  readonly row?: number;
}

/** A row's response, as the pane below the rows shows it. Model text is hostile text. */
export interface RowText {
  /** Its number among the rows of the evaluation. */
  readonly row: number;
  readonly name: string;
  /** Where it stands: `log.jsonl:12`. */
  readonly place: string;
  readonly verdict: RowVerdict;
  /** The beginning of the response, or all of it. */
  readonly text: string;
  /** Whether more than that is there. */
  readonly isCut: boolean;
  /** Where in the text the cause stands; an empty one is a place. */
  readonly span?: TextSpan;
  /** Where that begins, from 1. */
  readonly line?: number;
  readonly column?: number;
  readonly code?: string;
  readonly detail?: string;
  /** What the code means. */
  readonly sentence?: string;
}

/** An answer to the question for a row's response; without one: the row is gone. */
export interface ReadResponse {
  readonly row: number;
  readonly response?: RowText;
}
