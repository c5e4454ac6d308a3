import {
  type EarlierText,
  type EvaluationAction,
  type EvaluationMemory,
  type EvaluationToHost,
  earlierTexts,
  evaluationActions,
  type HostToEvaluation,
} from './evaluationProtocol.ts';
import { isObject } from './guards.ts';
import {
  type ChosenRow,
  isRowOrder,
  type RowChange,
  type RowQuery,
  type RowVerdict,
  rowChanges,
  rowVerdicts,
} from './rowQuery.ts';

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
