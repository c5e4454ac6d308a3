import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { EvaluationState } from '../../protocol/evaluationProtocol.ts';
import type { EvaluationView } from '../../protocol/evaluationView.ts';
import {
  type ChosenRow,
  type RowOrder,
  type RowQuery,
  type RowSlice,
  type RowVerdict,
  rowVerdicts,
} from '../../protocol/rowQuery.ts';
import type { ReadResponse } from '../../protocol/rowText.ts';
import { chosenIn } from './chosenRow.ts';
import { verdictText } from './evaluationWords.ts';
import { FilterChips } from './filterChips.tsx';
import { RowGrid } from './rowGrid.tsx';
import { RowPane, verdictIcons } from './rowPane.tsx';
import { vscodeApi } from './vscodeApi.ts';

/** How long a row must be the chosen one until its response is asked for, in milliseconds: keys are held down. */
const readDelay = 80;
/** How long after the last key a text is searched for, in milliseconds. */
const pause = 200;

interface Props {
  readonly state: EvaluationState;
  readonly view: EvaluationView;
  readonly slice: RowSlice;
  readonly isOld: boolean;
  /** The response that came last. */
  readonly read: ReadResponse | undefined;
  readonly query: RowQuery;
  readonly chosen: ChosenRow | undefined;
  readonly onQuery: (query: RowQuery) => void;
  readonly onChoose: (chosen: ChosenRow | undefined) => void;
}

/** The rows with what filters, searches and orders them, and what can be done with the chosen one. */
export function Rows({ state, view, slice, isOld, read, query, chosen: kept, onQuery, onChoose }: Props): JSX.Element {
  const [text, setText] = useState(query.text);
  const search = useRef<HTMLInputElement>(null);
  // After a reload there are no rows at first.
  const isEmpty = state.listed === 0 && state.phase === 'running';
  const chosen = kept && !isOld && !isEmpty ? chosenIn(kept, slice, state.listed) : kept;
  useEffect(() => {
    if (chosen !== kept) onChoose(chosen);
  }, [chosen, kept]);
  useEffect(() => {
    if (text === query.text) return;
    const timer = setTimeout(() => onQuery({ ...query, text }), pause);
    return () => clearTimeout(timer);
  }, [text, query]);
  const row = isOld ? undefined : chosen?.row;
  const verdict = chosen && slice.rows.find(each => each.row === chosen.row);
  useEffect(() => {
    if (row === undefined) return;
    const timer = setTimeout(() => vscodeApi.postMessage({ type: 'read', row }), readDelay);
    return () => clearTimeout(timer);
    // Of a row that is judged anew, the place of the cause is another.
  }, [row, verdict?.verdict, verdict?.code, verdict?.detail]);
  const filter = (next: RowQuery) => {
    setText(next.text);
    onQuery(next);
  };
  const toggle = (verdict: RowVerdict) => {
    const isOn = query.verdicts.includes(verdict);
    const verdicts = rowVerdicts.filter(each => (each === verdict ? !isOn : query.verdicts.includes(each)));
    onQuery({ ...query, verdicts });
  };
  const orders: readonly (readonly [RowOrder, string])[] = [
    ['log', l10n.t('as in the log')],
    ['verdict', l10n.t('by verdict')],
    ['cause', l10n.t('by cause')],
    ...(view.column === undefined ? [] : ([['group', l10n.t('by group')]] as const)),
  ];
  return (
    <section class="rows">
      <div class="toolbar">
        <input
          ref={search}
          type="search"
          value={text}
          placeholder={l10n.t('Filter rows')}
          aria-label={l10n.t('Filter rows')}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <fieldset>
          <legend class="hidden">{l10n.t('verdict')}</legend>
          {rowVerdicts
            .filter(verdict => verdict !== 'untried' || view.totals.untried > 0)
            .map(verdict => (
              <label key={verdict} title={verdictText(verdict)}>
                <input type="checkbox" checked={query.verdicts.includes(verdict)} onChange={() => toggle(verdict)} />
                <span class={`codicon codicon-${verdictIcons[verdict]} ${verdict}`} aria-hidden="true" />{' '}
                <span class="word">{verdictText(verdict)}</span>
              </label>
            ))}
        </fieldset>
      </div>
      <FilterChips state={state} view={view} query={query} onQuery={filter} next={search}>
        <label class="order">
          <span class="hidden">{l10n.t('Order')}</span>
          <select
            value={query.order}
            onChange={({ currentTarget }) => onQuery({ ...query, order: currentTarget.value as RowOrder })}
          >
            {orders.map(([order, name]) => (
              <option key={order} value={order}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </FilterChips>
      <RowGrid
        total={state.listed}
        revision={state.revision}
        column={view.column}
        slice={slice}
        isOld={isOld}
        query={query}
        chosen={chosen}
        onChoose={onChoose}
      >
        {state.listed === 0 && view.totals.rows > 0 && <p class="note empty">{l10n.t('No row passes the filters.')}</p>}
      </RowGrid>
      <RowPane row={chosen?.row} read={read} />
    </section>
  );
}
