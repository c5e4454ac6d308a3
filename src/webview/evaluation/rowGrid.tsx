import type { ComponentChildren, JSX } from 'preact';
import { memo } from 'preact/compat';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type RowQuery, type RowSlice, type RowVerdict, type RowView, rowVerdicts } from '../../protocol/rowQuery.ts';
import type { ChosenRow } from './chosenRow.ts';
import { rowsText, useWords } from './evaluationWords.ts';
import { canvasHeight, type RowWindow, rowHeight, rowWindow, scrollTo } from './rowWindow.ts';
import { vscodeApi } from './vscodeApi.ts';

/** How long a row must be the chosen one until its response follows, in milliseconds. */
const followDelay = 120;

const icons: Readonly<Record<RowVerdict, string>> = {
  ok: 'pass',
  suspicious: 'warning',
  error: 'error',
  skipped: 'circle-slash',
};

interface Props {
  readonly total: number;
  /** Rows are asked for again when it changes. */
  readonly revision: number;
  readonly column: string | undefined;
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

/** A list of any number of rows: only what is on the screen is drawn, and asked for. Arrow keys move, Enter opens, Escape lets go. */
export function RowGrid({
  total,
  revision,
  column,
  slice,
  isOld,
  query,
  chosen,
  onChoose,
  children,
}: Props): JSX.Element {
  const words = useWords();
  const ref = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<RowWindow>({ from: 0, to: 0, top: 0 });
  /** The row whose response was asked for last. */
  const opened = useRef<number>(undefined);
  /** Where the keys go on when the row that they were at is gone. */
  const last = useRef(0);
  if (chosen && !isOld) last.current = chosen.position;
  const active = chosen?.position;
  const at = active ?? last.current;
  const measure = () => {
    const element = ref.current;
    if (!element) return;
    const next = rowWindow(total, element.scrollTop, heightOf(element));
    setShown(before => (before.from === next.from && before.to === next.to && before.top === next.top ? before : next));
  };
  useLayoutEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [total]);
  useLayoutEffect(() => {
    last.current = 0;
    if (ref.current) ref.current.scrollTop = 0;
  }, [query]);
  useEffect(() => {
    if (shown.to > shown.from) vscodeApi.postMessage({ type: 'rows', from: shown.from, to: shown.to });
  }, [shown.from, shown.to, revision]);

  const rowAt = (position: number) => (isOld ? undefined : slice.rows[position - slice.from]?.row);
  const choose = (position: number) => {
    const row = rowAt(position);
    onChoose({ position, ...(row !== undefined && { row }) });
  };
  const open = (row: number | undefined, focus: boolean, follow: boolean) => {
    if (row === undefined) return;
    opened.current = row;
    vscodeApi.postMessage({ type: 'open', row, focus, follow });
  };
  const moveTo = (position: number) => {
    const element = ref.current;
    if (!element || total === 0) return;
    const next = Math.max(0, Math.min(total - 1, position));
    choose(next);
    element.scrollTop = scrollTo(total, element.scrollTop, heightOf(element), next);
  };
  // The response follows when the keys rest, and the row is there.
  useEffect(() => {
    if (chosen?.row === undefined || chosen.row === opened.current) return;
    const timer = setTimeout(() => open(chosen.row, false, true), followDelay);
    return () => clearTimeout(timer);
  }, [chosen?.row]);

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
      open(chosen?.row, event.key === 'Enter', false);
    else if (active !== undefined && event.key === 'Escape') onChoose(undefined);
    else return;
    event.preventDefault();
  };
  const positions = Array.from({ length: Math.max(0, shown.to - shown.from) }, (_, i) => shown.from + i);
  const isDrawn = active !== undefined && active >= shown.from && active < shown.to;
  return (
    <div class="grid" ref={ref} onScroll={measure}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows that are moved through and opened are a grid.
        role="grid"
        tabIndex={0}
        aria-label={rowsText(words, total)}
        aria-rowcount={total + 1}
        aria-activedescendant={isDrawn ? `row-${active}` : undefined}
        onKeyDown={onKey}
      >
        <thead>
          <tr class="head cells" aria-rowindex={1}>
            <th scope="col">{words('row')}</th>
            <th scope="col">{column ?? words('place')}</th>
            <th scope="col">{words('verdict')}</th>
            <th scope="col">{words('response')}</th>
          </tr>
        </thead>
        <tbody style={{ height: `${canvasHeight(total)}px` }}>
          {positions.map(position => (
            <Row
              key={position}
              position={position}
              top={shown.top + (position - shown.from) * rowHeight}
              row={slice.rows[position - slice.from]}
              hasColumn={column !== undefined}
              isActive={position === active}
              onClick={() => {
                choose(position);
                open(rowAt(position), false, false);
              }}
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
  readonly isActive: boolean;
  readonly onClick: () => void;
}

const Row = memo(
  ({ position, top, row, hasColumn, isActive, onClick }: RowProps) => {
    const words = useWords();
    const verdict = row?.verdict;
    const before = (what: string) => (isVerdict(what) ? words(what) : what);
    return (
      <tr
        id={`row-${position}`}
        class={`row cells ${isActive ? 'active' : ''}`}
        aria-rowindex={position + 2}
        aria-selected={isActive}
        style={{ transform: `translateY(${top}px)` }}
        onClick={onClick}
      >
        <RowName row={row} />
        <td class="group">{row && hasColumn ? (row.group ?? '–') : row?.place}</td>
        <td class="verdict" title={[row?.code, row?.detail].filter(Boolean).join(' ')}>
          {row && verdict && (
            <>
              <span class={`codicon codicon-${icons[verdict]} ${verdict}`} aria-hidden="true" />
              {row.change && (
                <span
                  class={`codicon codicon-arrow-${row.change === 'better' ? 'up' : 'down'}`}
                  role="img"
                  aria-label={words(row.change, '')}
                />
              )}
              <span>{row.code ?? (row.right ? words('right') : words(verdict))}</span>
              {row.detail !== undefined && <span class="detail">{row.detail}</span>}
              {row.before !== undefined && <span class="detail">{words('was', before(row.before))}</span>}
              {row.right === false && verdict === 'ok' && <span class="detail">{words('wrong')}</span>}
            </>
          )}
        </td>
        <td class="preview">{row?.preview ?? ''}</td>
      </tr>
    );
  },
  (one, other) =>
    one.row === other.row &&
    one.top === other.top &&
    one.isActive === other.isActive &&
    one.position === other.position &&
    one.hasColumn === other.hasColumn,
);
