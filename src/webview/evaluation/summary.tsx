import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { EvaluationState } from '../../protocol/evaluationProtocol.ts';
import type { EvaluationTotals, EvaluationView } from '../../protocol/evaluationView.ts';
import { localNumber } from '../shared/localNumber.ts';
import { changeText, errorsText, rowsText } from './evaluationWords.ts';
import { Action } from './head.tsx';
import { hasNoAnswers } from './noAnswers.ts';

/** The rate with its interval and all counts, in one line and a bar. */
export function Summary({ state, view }: { state: EvaluationState; view: EvaluationView }): JSX.Element {
  const { totals, rate, interval, withRetries } = view;
  const { unread = 0 } = totals;
  const { better = 0, worse = 0 } = view.comparison ?? {};
  const changed = changeText(better, worse);
  const hasRate = totals.rows > totals.skipped + totals.untried;
  const isReading = state.stale && state.phase === 'running';
  const isPart = state.phase === 'cancelled' && !state.stale;
  // In the line of the bar: what comes and goes moves nothing.
  const note = isReading
    ? l10n.t('reading anew: the numbers from before')
    : state.stale
      ? l10n.t('the numbers from before')
      : isPart
        ? l10n.t('cancelled: the rows until then')
        : undefined;
  const isOver = state.phase !== 'running' && state.run?.ended !== false;
  const isUnread = isOver && totals.rows > 0 && !hasRate;
  const isUnanswered = hasNoAnswers(view);
  const isWaiting = !state.view && state.phase === 'running' && !state.run;
  const headline = isWaiting
    ? l10n.t('Reading…')
    : isUnread
      ? isUnanswered
        ? l10n.t('No answer came')
        : l10n.t('No row has a response in this field')
      : state.view && isOver && !hasRate && !isPart
        ? l10n.t('No rows in the log')
        : withRetries
          ? l10n.t('{0} ok at first · {1} with retries', rate, withRetries.rate)
          : l10n.t('{0} ok', rate);
  return (
    <section class="summary" aria-live={state.phase === 'running' ? 'off' : 'polite'}>
      <div class="line">
        <strong class="rate">{headline}</strong>
        {changed !== '' && hasRate && <span class="changed">{changed}</span>}
        {isUnread && !isUnanswered && !state.isFile && (
          <Action action="field" icon="edit" text={l10n.t('Choose Another Field…')} />
        )}
        <span class="counts">
          <span>
            <span class="codicon codicon-pass ok" aria-hidden="true" /> {localNumber(totals.ok)} {l10n.t('ok')}
          </span>
          <span>
            <span class="codicon codicon-warning suspicious" aria-hidden="true" /> {localNumber(totals.suspicious)}{' '}
            {l10n.t('suspicious')}
          </span>
          <span>
            <span class="codicon codicon-error error" aria-hidden="true" /> {errorsText(totals.error)}
          </span>
          <span>
            <span class="codicon codicon-circle-slash skipped" aria-hidden="true" />{' '}
            {l10n.t('{0} without a response', localNumber(totals.skipped - unread))}
          </span>
          {totals.untried > 0 && (
            <span>{l10n.t('{0} not tried: too many ran into the time limit', localNumber(totals.untried))}</span>
          )}
          {unread > 0 && <span>{l10n.t('{0} not read: time or memory ran out', localNumber(unread))}</span>}
          {totals.cut !== undefined && (
            <span>{l10n.t('{0} cut off by the limit of tokens', localNumber(totals.cut))}</span>
          )}
          {totals.right !== undefined && (
            <span>{l10n.t('{0} right, {1} wrong', localNumber(totals.right), localNumber(totals.wrong ?? 0))}</span>
          )}
        </span>
        {hasRate && (
          <span class="interval">
            {withRetries
              ? l10n.t('95 % intervals {0}, {1}', interval, withRetries.interval)
              : l10n.t('95 % interval {0}', interval)}
          </span>
        )}
      </div>
      <div class="line">
        <Bar totals={totals} />
        <span class="note">
          {[
            note,
            withRetries
              ? l10n.t('{0} questions, {1} answers', localNumber(totals.rows), localNumber(withRetries.answers))
              : rowsText(totals.rows),
            !state.stale && state.time,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
    </section>
  );
}

/** The shares of a set of rows, without those that have no response, or were not tried. Its numbers stand beside it. */
export function Bar({ totals: { ok, suspicious, error } }: { totals: EvaluationTotals }): JSX.Element {
  const read = Math.max(1, ok + suspicious + error);
  const width = (part: number) => ({ width: `${(100 * part) / read}%` });
  return (
    <span class="bar" aria-hidden="true">
      <span class="ok" style={width(ok)} />
      <span class="suspicious" style={width(suspicious)} />
      <span class="error" style={width(error)} />
    </span>
  );
}
