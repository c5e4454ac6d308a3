import * as l10n from '@vscode/l10n';
import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { EvaluationState } from '../../protocol/evaluationProtocol.ts';
import type { EvaluationView } from '../../protocol/evaluationView.ts';
import {
  type ChosenRow,
  everyRow,
  type ReadResponse,
  type RowOrder,
  type RowQuery,
  type RowSlice,
  type RowVerdict,
  rowOrders,
  rowVerdicts,
} from '../../protocol/rowQuery.ts';
import { chosenIn } from './chosenRow.ts';
import { flipText, listedText, orderText, verdictText } from './evaluationWords.ts';
import { RowGrid } from './rowGrid.tsx';
import { RowPane, verdictIcons } from './rowPane.tsx';
import { vscodeApi } from './vscodeApi.ts';

/** How long a row is the chosen one before the page requests its response, in milliseconds: keys are held down. */
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
  const orders: readonly RowOrder[] = [
    ...rowOrders.filter(order => order !== 'group' || view.column !== undefined),
    ...view.measures.map(name => `measure:${name}` as const),
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
            {orders.map(order => (
              <option key={order} value={order}>
                {orderText(order)}
              </option>
            ))}
          </select>
        </label>
      </FilterChips>
      <RowGrid
        total={state.listed}
        revision={state.revision}
        column={view.column}
        measures={view.measures}
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

interface ChipsProps {
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
function FilterChips({ state, view, query, onQuery, next, children }: ChipsProps): JSX.Element {
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
