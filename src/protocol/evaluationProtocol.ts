import type { EvaluationView } from './evaluationView.ts';
import { isObject } from './guards.ts';
import {
  type ChosenRow,
  isRowOrder,
  type ReadResponse,
  type RowChange,
  type RowQuery,
  type RowSlice,
  type RowVerdict,
  rowChanges,
  rowVerdicts,
} from './rowQuery.ts';

/** What the page of an evaluation and the extension say to each other. Everything is plain data; numbers for the eye alone are texts. */

/** A run whose rows arrive one after the other. */
export interface EvaluationRunView {
  readonly models: string;
  readonly task: string;
  readonly done: number;
  readonly total: number;
  readonly retried: number;
  readonly failed: number;
  readonly paused: boolean;
  /** Whether it is over. */
  readonly ended: boolean;
  /** `1,204 tokens in, 310 out`; absent where providers do not say. */
  readonly tokens?: string;
  /** When it is over: warnings, tokens and costs; in place of `tokens`. */
  readonly notes?: readonly string[];
  /** Answers that are being received: whose, and the text so far. */
  readonly receiving: readonly { readonly name: string; readonly text: string }[];
}

/** How far the reading is. */
export type EvaluationPhase = 'running' | 'done' | 'cancelled' | 'failed';

/** All that a page shows but its rows. */
export interface EvaluationState {
  /** Grows whenever the page has to fetch its rows again. */
  readonly revision: number;
  readonly phase: EvaluationPhase;
  /** The definition's, where there are no numbers yet. */
  readonly name?: string;
  /** The logs', likewise: `log.jsonl +2`. */
  readonly logs?: string;
  /** The numbers are those of the definition as it was. */
  readonly stale: boolean;
  /** The definition's file is not JSON now: the numbers are of the definition as it last was. */
  readonly isKept?: true;
  /** The share of the log that was read, from 0 to 1; absent where nobody knows. */
  readonly share?: number;
  readonly view?: EvaluationView;
  /** What went wrong, or a warning. */
  readonly message?: string;
  /** Rows that the query lists. */
  readonly listed: number;
  /** The share of the log that was searched for the query's text; absent: all of it. */
  readonly searched?: number;
  /** How long the reading took: `1.1 s`. */
  readonly time?: string;
  readonly run?: EvaluationRunView;
  /** An evaluation's file: it has no rows, and nothing about it can be changed. */
  readonly isFile?: true;
}

/** A log as a page remembers it: its address, the field that its user chose, and where in the file it begins. */
export interface EvaluationLogMemory {
  readonly uri: string;
  readonly field?: string;
  /** In bytes. */
  readonly from?: number;
}

/** Earlier texts of a definition's file: as it was when the page opened, on the disk, and in the last commit. */
export type EarlierText = 'opened' | 'saved' | 'committed';

/** All of them. */
const earlierTexts: readonly EarlierText[] = ['opened', 'saved', 'committed'];

/** What an evaluation is compared with: another definition, or an earlier text of this one's file. */
export type ComparedWith =
  | { readonly kind: 'definition'; readonly uri: string; readonly name: string }
  | { readonly kind: EarlierText };

/** What the user of a page chose to compare with; `nothing`: not even with the text of its opening. */
export type ComparisonMemory = ComparedWith | { readonly kind: 'nothing' };

/** What an evaluation is of: what a page keeps for its return after a reload. */
export interface EvaluationMemory {
  readonly definition: { readonly uri: string; readonly name: string };
  readonly logs: readonly EvaluationLogMemory[];
  /** Absent: with the definition as it was when the page opened, once it is another. */
  readonly compare?: ComparisonMemory;
  readonly column?: string;
  /** The text of the definition's file when the page opened. */
  readonly opened?: string;
}

/** What the page keeps: the evaluation, and which rows it listed. */
export interface EvaluationPageMemory extends EvaluationMemory {
  readonly query: RowQuery;
  /** The row whose response was read last. */
  readonly chosen?: ChosenRow;
}

/** From the extension. */
export type HostToEvaluation =
  | { readonly type: 'state'; readonly state: EvaluationState; readonly memory?: EvaluationMemory }
  | ({ readonly type: 'rows'; readonly revision: number } & RowSlice)
  | ({ readonly type: 'response' } & ReadResponse);

const evaluationActions = [
  'again',
  'cancel',
  'compare',
  'stopComparing',
  'copyMarkdown',
  'export',
  'saveSamples',
  'changeSchema',
  'pause',
  'resume',
  'field',
  'definition',
  'mergeParts',
] as const;

/** What a button of the page does. */
export type EvaluationAction = (typeof evaluationActions)[number];

/** From the page. */
export type EvaluationToHost =
  | { readonly type: 'ready'; readonly query?: RowQuery }
  | { readonly type: 'query'; readonly query: RowQuery }
  | { readonly type: 'column'; readonly column: string }
  | { readonly type: 'rows'; readonly from: number; readonly to: number }
  /** Asks for a row's response, for the pane below the rows. A document of another row that is on the screen follows. */
  | { readonly type: 'read'; readonly row: number }
  /** Opens a row's response as a document. */
  | { readonly type: 'open'; readonly row: number; readonly focus: boolean }
  | { readonly type: 'showInLog'; readonly row: number }
  | { readonly type: 'saveSample'; readonly row: number }
  | { readonly type: 'action'; readonly action: EvaluationAction };

/** True for a message that the page may send. */
export function isEvaluationToHost(message: unknown): message is EvaluationToHost {
  if (!isObject(message)) return false;
  switch (message.type) {
    case 'ready':
      return message.query === undefined || isRowQuery(message.query);
    case 'query':
      return isRowQuery(message.query);
    case 'column':
      return typeof message.column === 'string';
    case 'rows':
      return isCount(message.from) && isCount(message.to);
    case 'open':
      return isCount(message.row) && typeof message.focus === 'boolean';
    case 'read':
    case 'showInLog':
    case 'saveSample':
      return isCount(message.row);
    case 'action':
      return evaluationActions.includes(message.action as EvaluationAction);
    default:
      return false;
  }
}

/** True for a message that the extension may send. */
export function isHostToEvaluation(message: unknown): message is HostToEvaluation {
  if (!isObject(message)) return false;
  if (message.type === 'state') return isObject(message.state);
  if (message.type === 'response')
    return isCount(message.row) && (message.response === undefined || isObject(message.response));
  return message.type === 'rows' && isCount(message.revision) && Array.isArray(message.rows);
}

/** True for which rows a page may ask for. */
export function isRowQuery(query: unknown): query is RowQuery {
  if (!isObject(query)) return false;
  const { text, verdicts, cause, was, group, change, order } = query;
  return (
    typeof text === 'string' &&
    Array.isArray(verdicts) &&
    verdicts.every(each => rowVerdicts.includes(each as RowVerdict)) &&
    (cause === undefined || typeof cause === 'string') &&
    (was === undefined || typeof was === 'string') &&
    (group === undefined ||
      (isObject(group) &&
        typeof group.column === 'string' &&
        (group.value === null || typeof group.value === 'string'))) &&
    (change === undefined || rowChanges.includes(change as RowChange)) &&
    isRowOrder(order)
  );
}

/** True for a row that a page may have chosen. */
export function isChosenRow(chosen: unknown): chosen is ChosenRow {
  return isObject(chosen) && isCount(chosen.position) && (chosen.row === undefined || isCount(chosen.row));
}

/** True for what a page kept. */
export function isEvaluationMemory(memory: unknown): memory is EvaluationMemory {
  if (!isObject(memory)) return false;
  const { definition, logs, compare, column, opened } = memory;
  return (
    isName(definition) &&
    Array.isArray(logs) &&
    logs.every(
      log =>
        isObject(log) &&
        typeof log.uri === 'string' &&
        (log.field === undefined || typeof log.field === 'string') &&
        (log.from === undefined || isCount(log.from)),
    ) &&
    (compare === undefined ||
      (isObject(compare) &&
        (earlierTexts.includes(compare.kind as EarlierText) ||
          compare.kind === 'nothing' ||
          (compare.kind === 'definition' && isName(compare))))) &&
    (opened === undefined || typeof opened === 'string') &&
    (column === undefined || typeof column === 'string')
  );
}

function isName(value: unknown): boolean {
  return isObject(value) && typeof value.uri === 'string' && typeof value.name === 'string';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
