import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { EvaluationComparisonView } from '../../protocol/evaluationView.ts';
import type { RowChange, RowQuery } from '../../protocol/rowQuery.ts';
import { localNumber } from '../shared/localNumber.ts';
import { flipText } from './evaluationWords.ts';
import { Action } from './head.tsx';

/** How the definition compares with another one: both rates, and the rows that flipped, each way a filter. */
export function Comparison({
  comparison: { title, rate, difference, better, worse, moved, p, note },
  query,
  isFile,
  onQuery,
}: {
  comparison: EvaluationComparisonView;
  query: RowQuery;
  isFile: boolean;
  onQuery: (query: RowQuery) => void;
}): JSX.Element {
  const flip = (change: RowChange, number: number, icon: string) => {
    const text = flipText(change, number);
    const isOn = query.change === change;
    if (isFile) return <span>{text}</span>;
    return (
      <button
        type="button"
        class="filter"
        aria-pressed={isOn}
        disabled={number === 0 && !isOn}
        onClick={() => {
          const { change: _, ...rest } = query;
          onQuery(isOn ? rest : { ...rest, change });
        }}
      >
        <span class={`codicon codicon-${icon}`} aria-hidden="true" /> {text}
      </button>
    );
  };
  return (
    <section class="comparison line">
      <span>
        {l10n.t('Compared with {0}', title)}: <strong>{rate}</strong>
      </span>
      <strong>{l10n.t('{0} points', difference)}</strong>
      {p !== undefined && <span>{p}</span>}
      {note === undefined ? (
        <>
          {flip('better', better, 'arrow-up')}
          {flip('worse', worse, 'arrow-down')}
          {!isFile || moved > 0 ? flip('moved', moved, 'arrow-swap') : null}
        </>
      ) : (
        <span class="note">{note}</span>
      )}
      {!isFile && <Action action="stopComparing" icon="close" text={l10n.t('Stop Comparing')} />}
    </section>
  );
}

/** The rows that are ok with one of two definitions only, as an evaluation's file has them. */
export function Flips({ comparison: { flips = [], more = 0 } }: { comparison: EvaluationComparisonView }): JSX.Element {
  return (
    <section class="flips">
      <h2>{l10n.t('Rows that changed')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col" class="verdict">
              <span class="hidden">{l10n.t('verdict')}</span>
            </th>
            <th scope="col">
              <span class="hidden">{l10n.t('place')}</span>
            </th>
            <th scope="col">
              <span class="hidden">{l10n.t('cause')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {flips.map(({ place, change, before, now }) => (
            <tr key={`${place} ${change}`}>
              <td>
                <span class={`codicon codicon-arrow-${change === 'better' ? 'up' : 'down'}`} aria-hidden="true" />{' '}
                {flipText(change)}
              </td>
              <td>{place}</td>
              <td class="code">
                {before} → {now}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="note">{l10n.t('and {0} more', localNumber(more))}</p>}
    </section>
  );
}
