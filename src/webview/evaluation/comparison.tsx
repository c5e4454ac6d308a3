import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { EvaluationComparisonView } from '../../protocol/evaluationView.ts';
import type { RowChange, RowQuery } from '../../protocol/rowQuery.ts';
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
