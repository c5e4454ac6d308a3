import * as l10n from '@vscode/l10n';
import type { ComponentChildren, JSX, RefObject } from 'preact';
import type { EvaluationState } from '../../protocol/evaluationProtocol.ts';
import type { EvaluationView } from '../../protocol/evaluationView.ts';
import { everyRow, type RowQuery, rowVerdicts } from '../../protocol/rowQuery.ts';
import { flipText, listedText } from './evaluationWords.ts';

interface Props {
  readonly state: EvaluationState;
  readonly view: EvaluationView;
  readonly query: RowQuery;
  readonly onQuery: (query: RowQuery) => void;
  /** What gets the focus when a chip goes away. */
  readonly next: RefObject<HTMLElement | null>;
  /** What stands before them. */
  readonly children?: ComponentChildren;
}

/** How many rows are listed, and a chip for each filter, which takes it off: also where what it filters by is gone. */
export function FilterChips({ state, view, query, onQuery, next, children }: Props): JSX.Element {
  const { text, verdicts, cause, was, group, change, order } = query;
  const chips: readonly (readonly [key: 'cause' | 'was' | 'group' | 'change', name: string])[] = [
    ...(cause === undefined ? [] : [['cause', causeName(cause)] as const]),
    ...(was === undefined ? [] : [['was', l10n.t('was {0}', causeName(was))] as const]),
    ...(group === undefined ? [] : [['group', `${group.column}: ${group.value ?? l10n.t('no value')}`] as const]),
    ...(change === undefined ? [] : [['change', flipText(change)] as const]),
  ];
  const isFiltered = chips.length > 0 || text !== '' || verdicts.length < rowVerdicts.length;
  const list = (query: RowQuery) => {
    onQuery(query);
    // The button goes away, and the focus would with it.
    next.current?.focus();
  };
  return (
    <div class="filters">
      {children}
      <span class="note" aria-live={state.phase === 'running' ? 'off' : 'polite'}>
        {view.totals.rows > 0 && listedText(state.listed, view.withRetries?.answers ?? view.totals.rows)}
        {state.searched !== undefined && ` · ${l10n.t('searching, {0} %', Math.floor(100 * state.searched))}`}
      </span>
      {chips.map(([key, name]) => (
        <button
          key={key}
          type="button"
          class="filter chip"
          title={l10n.t('Take Off Filter: {0}', name)}
          aria-label={l10n.t('Take Off Filter: {0}', name)}
          onClick={() => {
            const { [key]: _, ...rest } = query;
            list(rest as RowQuery);
          }}
        >
          <span>{name}</span> <span class="codicon codicon-close" aria-hidden="true" />
        </button>
      ))}
      {isFiltered && (
        <button type="button" class="action" onClick={() => list({ ...everyRow, order })}>
          <span class="codicon codicon-clear-all" aria-hidden="true" /> <span>{l10n.t('Clear Filters')}</span>
        </button>
      )}
    </div>
  );
}

/** A cause's code and detail, by its id. */
function causeName(id: string): string {
  return id.split('\0').slice(1).join(' ');
}
