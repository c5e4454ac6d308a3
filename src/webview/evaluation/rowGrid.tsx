import * as l10n from '@vscode/l10n';
import type { ComponentChildren, JSX, RefObject } from 'preact';
import { memo } from 'preact/compat';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  type ChosenRow,
  type RowQuery,
  type RowSlice,
  type RowVerdict,
  type RowView,
  rowVerdicts,
} from '../../protocol/rowQuery.ts';
import { flipText, measureWords, rowsText, verdictText } from './evaluationWords.ts';
import { verdictIcons } from './rowPane.tsx';
import { canvasHeight, type RowWindow, rowHeight, rowWindow, scrollTo } from './rowWindow.ts';
import { vscodeApi } from './vscodeApi.ts';

const icons = { better: 'arrow-up', worse: 'arrow-down', moved: 'arrow-swap' } as const;

interface Props {
  readonly total: number;
  /** The page requests its rows again when this changes. */
  readonly revision: number;
  readonly column: string | undefined;
  /** What was measured of rows, a column each. */
  readonly measures: readonly string[];
  readonly slice: RowSlice;
  /** Whether the rows are those of the query before: none of them is opened. */
  readonly isOld: boolean;
  /** Which rows are listed: another list begins at its top. */
  readonly query: RowQuery;
  readonly chosen: ChosenRow | undefined;
  readonly onChoose: (chosen: ChosenRow | undefined) => void;
  /** What stands in the place of rows. */
  readonly children?: ComponentChildren;
}

/** A list of any number of rows: it requests and draws only those on the screen. Arrow keys move, Enter or a double click opens, Escape lets go. */
export function RowGrid({
  total,
  revision,
  column,
  measures,
  slice,
  isOld,
  query,
  chosen,
  onChoose,
  children,
}: Props): JSX.Element {
  const ref = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const [drawn, setDrawn] = useState<RowWindow>({ from: 0, to: 0, top: 0 });
  /** Where the keys go on when the row that they were at is gone. */
  const last = useRef(0);
  if (chosen && !isOld) last.current = chosen.position;
  const active = chosen?.position;
  const at = active ?? last.current;
  const kept = useRef<number>(undefined);
  // While the rows of another list are still to come, its place is one of the old list.
  kept.current = isOld ? undefined : active;
  const measure = () => {
    const element = ref.current;
    if (!element) return;
    const next = rowWindow(total, element.scrollTop, heightOf(element));
    setDrawn(before => (before.from === next.from && before.to === next.to && before.top === next.top ? before : next));
  };
  useLayoutEffect(() => {
    measure();
    const observer = new ResizeObserver(() => {
      const element = ref.current;
      // The chosen row stays on the screen.
      if (element && kept.current !== undefined)
        element.scrollTop = scrollTo(total, element.scrollTop, heightOf(element), kept.current);
      measure();
    });
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [total]);
  // Keys go on where they were before the page was covered by a document.
  useFirstFocus(table, active !== undefined);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    // Of a page that came back, the row that was chosen is on the screen.
    const top = isFirst.current ? (active ?? 0) : 0;
    isFirst.current = false;
    last.current = top;
    if (ref.current) ref.current.scrollTop = scrollTo(total, 0, heightOf(ref.current), top);
  }, [query]);
  useEffect(() => {
    if (drawn.to > drawn.from) vscodeApi.postMessage({ type: 'rows', from: drawn.from, to: drawn.to });
  }, [drawn.from, drawn.to, revision]);

  const rowAt = (position: number) => (isOld ? undefined : slice.rows[position - slice.from]?.row);
  const choose = (position: number) => {
    const row = rowAt(position);
    onChoose({ position, ...(row !== undefined && { row }) });
  };
  const open = (row: number | undefined, focus: boolean) => {
    if (row !== undefined) vscodeApi.postMessage({ type: 'open', row, focus });
  };
  const moveTo = (position: number) => {
    const element = ref.current;
    if (!element || total === 0) return;
    const next = Math.max(0, Math.min(total - 1, position));
    choose(next);
    element.scrollTop = scrollTo(total, element.scrollTop, heightOf(element), next);
  };

  const page = Math.max(1, Math.floor((ref.current?.clientHeight ?? 0) / rowHeight) - 1);
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: active === undefined ? at : at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: total - 1,
  };
  const onKey = (event: KeyboardEvent) => {
    const to = moves[event.key];
    if (to !== undefined) moveTo(to);
    else if (active !== undefined && (event.key === 'Enter' || event.key === ' '))
      open(chosen?.row, event.key === 'Enter');
    else if (active !== undefined && event.key === 'Escape') onChoose(undefined);
    else return;
    event.preventDefault();
  };
  const positions = Array.from({ length: Math.max(0, drawn.to - drawn.from) }, (_, i) => drawn.from + i);
  const isDrawn = active !== undefined && active >= drawn.from && active < drawn.to;
  return (
    <div class="grid" ref={ref} onScroll={measure}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows that are moved through and opened are a grid.
        role="grid"
        class={query.order.startsWith('measure:') ? 'by-measure' : ''}
        tabIndex={0}
        aria-label={rowsText(total)}
        aria-rowcount={total + 1}
        aria-activedescendant={isDrawn ? `row-${active}` : undefined}
        onKeyDown={onKey}
      >
        <thead>
          <tr class="head cells" aria-rowindex={1}>
            <th scope="col">{l10n.t('row')}</th>
            <th scope="col">{column ?? l10n.t('place')}</th>
            <th scope="col">{l10n.t('verdict')}</th>
            <th scope="col">{l10n.t('response')}</th>
            {measures.map(measure => {
              const { name, title } = measureWords(measure);
              return (
                <th key={measure} scope="col" class="measure" title={title}>
                  {name}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody style={{ height: `${canvasHeight(total)}px` }}>
          {positions.map(position => (
            <Row
              key={position}
              position={position}
              top={drawn.top + (position - drawn.from) * rowHeight}
              row={slice.rows[position - slice.from]}
              hasColumn={column !== undefined}
              measures={measures}
              isActive={position === active}
              onClick={() => choose(position)}
              onOpen={() => open(rowAt(position), true)}
            />
          ))}
        </tbody>
      </table>
      {children}
    </div>
  );
}

/** The head stands above the rows. */
function heightOf({ clientHeight }: HTMLElement): number {
  return Math.max(0, clientHeight - rowHeight);
}

function isVerdict(what: string): what is RowVerdict {
  return rowVerdicts.includes(what as RowVerdict);
}

/** What a row is called. Where it is cut, the number of a retry stays. */
function RowName({ row }: { readonly row: RowView | undefined }) {
  const [, run, retry] = /^(.*)(#\d+)$/.exec(row?.name ?? '') ?? [];
  const title = row && (row.place.endsWith(`:${row.name}`) ? row.place : `${row.name} · ${row.place}`);
  return (
    <td class="name" title={title}>
      {retry === undefined ? (
        (row?.name ?? '')
      ) : (
        <span class="retried">
          <span>{run}</span>
          {retry}
        </span>
      )}
    </td>
  );
}

interface RowProps {
  readonly position: number;
  readonly top: number;
  readonly row: RowView | undefined;
  readonly hasColumn: boolean;
  readonly measures: readonly string[];
  readonly isActive: boolean;
  readonly onClick: () => void;
  readonly onOpen: () => void;
}

const Row = memo(
  ({ position, top, row, hasColumn, measures, isActive, onClick, onOpen }: RowProps) => {
    const verdict = row?.verdict;
    const before = (what: string) => (isVerdict(what) ? verdictText(what) : what);
    return (
      <tr
        id={`row-${position}`}
        class={`row cells ${isActive ? 'active' : ''}`}
        aria-rowindex={position + 2}
        aria-selected={isActive}
        style={{ transform: `translateY(${top}px)` }}
        onClick={onClick}
        onDblClick={onOpen}
      >
        <RowName row={row} />
        <td class="group">{row && hasColumn ? (row.group ?? '–') : row?.place}</td>
        <td class="verdict" title={[row?.code, row?.detail].filter(Boolean).join(' ')}>
          {row && verdict && (
            <>
              <span class={`codicon codicon-${verdictIcons[verdict]} ${verdict}`} aria-hidden="true" />
              {row.change && (
                <span class={`codicon codicon-${icons[row.change]}`} role="img" aria-label={flipText(row.change)} />
              )}
              <span>{row.code ?? (row.right ? l10n.t('right') : verdictText(verdict))}</span>
              {row.detail !== undefined && <span class="detail">{row.detail}</span>}
              {row.before !== undefined && <span class="detail">{l10n.t('was {0}', before(row.before))}</span>}
              {row.right === false && verdict === 'ok' && <span class="detail">{l10n.t('wrong')}</span>}
            </>
          )}
        </td>
        <td class="preview">{row?.preview ?? ''}</td>
        {measures.map(name => (
          <td key={name} class="measure">
            {row && (row.measures[name] ?? '–')}
          </td>
        ))}
      </tr>
    );
  },
  (one, other) =>
    one.row === other.row &&
    one.top === other.top &&
    one.isActive === other.isActive &&
    one.position === other.position &&
    one.hasColumn === other.hasColumn &&
    one.measures.join() === other.measures.join(),
);

/** Gives an element the focus as soon as its page has it, unless something else of the page has it by then. `isWanted` counts at first only. */
function useFirstFocus(element: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const give = () => {
      if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
    };
    if (document.hasFocus()) give();
    addEventListener('focus', give, { once: true });
    return () => removeEventListener('focus', give);
  }, []);
}
