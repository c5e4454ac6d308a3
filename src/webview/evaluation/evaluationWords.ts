import * as l10n from '@vscode/l10n';
import type { EvaluationView } from '../../protocol/evaluationView.ts';
import type { RowChange, RowOrder, RowVerdict } from '../../protocol/rowQuery.ts';
import { localNumber } from '../shared/localNumber.ts';

/** A verdict, in words. */
export function verdictText(verdict: RowVerdict): string {
  switch (verdict) {
    case 'ok':
      return l10n.t('ok');
    case 'suspicious':
      return l10n.t('suspicious');
    case 'error':
      return l10n.t('error');
    case 'skipped':
      return l10n.t('without a response');
    case 'untried':
      return l10n.t('not tried');
  }
}

/** What was measured of rows: its name above a column, what it is, and the order by it. One that has no words here has its name. */
export function measureWords(name: string): { readonly name: string; readonly title: string; readonly order: string } {
  switch (name) {
    case 'judgeMs':
      return {
        name: l10n.t('ms'),
        title: l10n.t('How long reading and judging the response took, in milliseconds'),
        order: l10n.t('slowest first'),
      };
    default:
      return { name, title: name, order: name };
  }
}

/** An order of rows, in words. */
export function orderText(order: RowOrder): string {
  switch (order) {
    case 'log':
      return l10n.t('as in the log');
    case 'verdict':
      return l10n.t('by verdict');
    case 'cause':
      return l10n.t('by cause');
    case 'group':
      return l10n.t('by group');
    default:
      return measureWords(order.slice('measure:'.length)).order;
  }
}

/** How rows changed against the other definition, in words; with their number where that is named. */
export function flipText(change: RowChange, rows?: number): string {
  const number = rows === undefined ? '' : localNumber(rows);
  switch (change) {
    case 'better':
      return l10n.t('better {0}', number).trim();
    case 'worse':
      return l10n.t('worse {0}', number).trim();
    case 'moved':
      return l10n.t('other cause {0}', number).trim();
  }
}

/** How many errors, in words. */
export function errorsText(number: number): string {
  return number === 1 ? l10n.t('1 error') : l10n.t('{0} errors', localNumber(number));
}

/** How many rows, in words. */
export function rowsText(number: number): string {
  return number === 1 ? l10n.t('1 row') : l10n.t('{0} rows', localNumber(number));
}

/** How many of the rows are listed, in words. */
export function listedText(listed: number, all: number): string {
  return all === 1
    ? l10n.t('{0} of 1 row', localNumber(listed))
    : l10n.t('{0} of {1} rows', localNumber(listed), localNumber(all));
}

/** How many rows with bytes that were replaced, in words. */
export function notUtf8Text(number: number): string {
  return number === 1
    ? l10n.t('1 row has bytes that are not UTF-8; they were replaced.')
    : l10n.t('{0} rows have bytes that are not UTF-8; they were replaced.', localNumber(number));
}

/** What the framework sends in silence, in words. */
export function fallbackNote(fallback: NonNullable<EvaluationView['fallback']>): string {
  const { reader, requests, of, tokens } = fallback;
  const said = l10n.t(
    'After {0} of {1} answers the framework asks again, with {2}, and says nothing of it. What that reads is not known here.',
    localNumber(requests),
    localNumber(of),
    reader,
  );
  return tokens === undefined
    ? said
    : `${said} ${l10n.t('These requests cost {0} tokens, without inputs.', localNumber(tokens))}`;
}

/** What came and what went: `+20 −3`; empty: neither. */
export function changeText(came: number, went: number): string {
  return [...(came > 0 ? [`+${localNumber(came)}`] : []), ...(went > 0 ? [`−${localNumber(went)}`] : [])].join(' ');
}
