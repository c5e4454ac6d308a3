import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { EvaluationState } from '../../protocol/evaluationProtocol.ts';
import type { EvaluationView } from '../../protocol/evaluationView.ts';
import {
  type ChosenRow,
  everyRow,
  type RowOrder,
  type RowQuery,
  type RowSlice,
  type RowVerdict,
  rowVerdicts,
} from '../../protocol/rowQuery.ts';
import type { ReadResponse } from '../../protocol/rowText.ts';
import { chosenIn } from './chosenRow.ts';
import { listedText, useWords } from './evaluationWords.ts';
import { Action } from './head.tsx';
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
  const words = useWords();
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
  const toggle = (verdict: RowVerdict) => {
    const isOn = query.verdicts.includes(verdict);
    const verdicts = rowVerdicts.filter(each => (each === verdict ? !isOn : query.verdicts.includes(each)));
    onQuery({ ...query, verdicts });
  };
  const isFiltered =
    query.text !== '' ||
    query.verdicts.length < rowVerdicts.length ||
    Boolean(query.cause ?? query.group ?? query.change);
  const orders: readonly (readonly [RowOrder, string])[] = [
    ['log', words('orderLog')],
    ['verdict', words('orderVerdict')],
    ['cause', words('orderCause')],
    ...(view.column === undefined ? [] : ([['group', words('orderGroup')]] as const)),
  ];
  const rowAction = (type: 'showInLog' | 'saveSample', icon: string, name: string) => (
    <button
      type="button"
      class="action"
      title={name}
      disabled={row === undefined}
      onClick={() => row !== undefined && vscodeApi.postMessage({ type, row })}
    >
      <span class={`codicon codicon-${icon}`} aria-hidden="true" /> <span>{name}</span>
    </button>
  );
  return (
    <section class="rows">
      <div class="toolbar">
        <input
          ref={search}
          type="search"
          value={text}
          placeholder={words('filter')}
          aria-label={words('filter')}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button
          type="button"
          class={`action clear ${isFiltered ? '' : 'off'}`}
          title={words('clearFilter')}
          aria-label={words('clearFilter')}
          onClick={() => {
            setText('');
            onQuery({ ...everyRow, order: query.order });
            // The button goes away, and the focus would with it.
            search.current?.focus();
          }}
        >
          <span class="codicon codicon-clear-all" aria-hidden="true" />
        </button>
        <fieldset>
          <legend class="hidden">{words('verdict')}</legend>
          {rowVerdicts
            .filter(verdict => verdict !== 'untried' || view.totals.untried > 0)
            .map(verdict => (
              <label key={verdict} title={words(verdict)}>
                <input type="checkbox" checked={query.verdicts.includes(verdict)} onChange={() => toggle(verdict)} />
                <span class={`codicon codicon-${verdictIcons[verdict]} ${verdict}`} aria-hidden="true" />{' '}
                <span class="word">{words(verdict)}</span>
              </label>
            ))}
        </fieldset>
        <label class="order">
          <span class="hidden">{words('order')}</span>
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
        <span class="note" aria-live={state.phase === 'running' ? 'off' : 'polite'}>
          {view.totals.rows > 0 && listedText(words, state.listed, view.withRetries?.answers ?? view.totals.rows)}
          {state.searched !== undefined && ` · ${words('searching', Math.floor(100 * state.searched))}`}
        </span>
        <div class="actions">
          {rowAction('showInLog', 'go-to-file', words('goToLog'))}
          {rowAction('saveSample', 'save', words('saveSample'))}
          <Action
            action="saveSamples"
            icon="save-all"
            text={words('saveSamples')}
            isOff={view.causes.every(({ kind }) => kind === 'skipped')}
          />
        </div>
      </div>
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
        {state.listed === 0 && view.totals.rows > 0 && <p class="note empty">{words('noneListed')}</p>}
      </RowGrid>
      <RowPane row={chosen?.row} read={read} />
    </section>
  );
}
