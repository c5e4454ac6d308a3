import type { JSX } from 'preact';
import type { EvaluationState } from '../../protocol/evaluationProtocol.ts';
import type { EvaluationTotals, EvaluationView } from '../../protocol/evaluationView.ts';
import { changeText, count, errorsText, rowsText, useWords } from './evaluationWords.ts';
import { Action } from './head.tsx';
import { hasNoAnswers } from './noAnswers.ts';

/** The rate with its interval and all counts, in one line and a bar. */
export function Summary({ state, view }: { state: EvaluationState; view: EvaluationView }): JSX.Element {
  const words = useWords();
  const { totals, rate, interval, withRetries } = view;
  const { unread = 0 } = totals;
  const { better = 0, worse = 0 } = view.comparison ?? {};
  const changed = changeText(better, worse);
  const hasRate = totals.rows > totals.skipped + totals.untried;
  const isReading = state.stale && state.phase === 'running';
  const isPart = state.phase === 'cancelled' && !state.stale;
  // In the line of the bar: what comes and goes moves nothing.
  const note = isReading ? words('stale') : state.stale ? words('old') : isPart ? words('cancelled') : undefined;
  const isOver = state.phase !== 'running' && state.run?.ended !== false;
  const isUnread = isOver && totals.rows > 0 && !hasRate;
  const isUnanswered = hasNoAnswers(view);
  const isWaiting = !state.view && state.phase === 'running' && !state.run;
  const headline = isWaiting
    ? words('running')
    : isUnread
      ? words(isUnanswered ? 'noAnswers' : 'noResponses')
      : state.view && isOver && !hasRate && !isPart
        ? words('noRows')
        : withRetries
          ? words('okShares', rate, withRetries.rate)
          : words('okShare', rate);
  return (
    <section class="summary" aria-live={state.phase === 'running' ? 'off' : 'polite'}>
      <div class="line">
        <strong class="rate">{headline}</strong>
        {changed !== '' && hasRate && <span class="changed">{changed}</span>}
        {isUnread && !isUnanswered && !state.isFile && (
          <Action action="field" icon="edit" text={words('chooseField')} />
        )}
        <span class="counts">
          <span>
            <span class="codicon codicon-pass ok" aria-hidden="true" /> {count(totals.ok)} {words('ok')}
          </span>
          <span>
            <span class="codicon codicon-warning suspicious" aria-hidden="true" /> {count(totals.suspicious)}{' '}
            {words('suspicious')}
          </span>
          <span>
            <span class="codicon codicon-error error" aria-hidden="true" /> {errorsText(words, totals.error)}
          </span>
          <span>
            <span class="codicon codicon-circle-slash skipped" aria-hidden="true" />{' '}
            {words('skippedRows', count(totals.skipped - unread))}
          </span>
          {totals.untried > 0 && <span>{words('untriedRows', count(totals.untried))}</span>}
          {unread > 0 && <span>{words('unreadRows', count(unread))}</span>}
          {totals.cut !== undefined && <span>{words('cutRows', count(totals.cut))}</span>}
          {totals.right !== undefined && (
            <span>{words('rightWrong', count(totals.right), count(totals.wrong ?? 0))}</span>
          )}
        </span>
        {hasRate && (
          <span class="interval">
            {withRetries ? words('intervals', interval, withRetries.interval) : words('interval', interval)}
          </span>
        )}
      </div>
      <div class="line">
        <Bar totals={totals} />
        <span class="note">
          {[
            note,
            withRetries ? words('units', count(totals.rows), count(withRetries.answers)) : rowsText(words, totals.rows),
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
