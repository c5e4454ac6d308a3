import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { MessageRows } from '../../protocol/conversationProtocol.ts';
import type { FormattedView, MessageRow, OutcomeView } from '../../protocol/conversationView.ts';
import { localNumber } from '../shared/localNumber.ts';
import { ChartLegend } from './chartLegend.tsx';
import { LimitSlider } from './limitSlider.tsx';
import { useVisibleRange } from './visibleRange.ts';
import { vscodeApi } from './vscodeApi.ts';

/** The height of a row of one line, in pixels. */
const usualHeight = 24;
/** What is above and below the lines of a row, in pixels. */
const margins = 4;
/** The height of the band above the rows, which the limit's number stands in. */
const bandHeight = 24;

interface Props {
  readonly total: number;
  readonly rows: MessageRows;
  readonly main: FormattedView | undefined;
  /** The truncation that the other pane shows. */
  readonly compared: string | undefined;
  /** The limit is where compression begins, and nothing is dropped but for a summary. */
  readonly compresses: boolean;
  readonly onLimit: (limit: number) => void;
}

/** One row for every message, oldest first, its bar behind those of the messages before it, and the limit across all bars. Only what is on the screen is drawn. */
export function MessageList({ total, rows, main, compared, compresses, onLimit }: Props): JSX.Element {
  const [rowHeight, setRowHeight] = useState(usualHeight);
  const { ref, range, onScroll } = useVisibleRange(total, rowHeight, ({ from, to }) =>
    vscodeApi.postMessage({ type: 'rows', from, to }),
  );
  const [frozen, setFrozen] = useState<number>();
  const counted = main?.full !== undefined;
  const axis = frozen ?? Math.max(main?.full ?? 0, main?.extent ?? 0, main?.limit ?? 0, 1) * 1.06;
  // All rows are as high as the highest: rows of one height can be many. Most have one line; reasons are whole in the hover.
  useLayoutEffect(() => {
    const texts = [...(ref.current?.querySelectorAll('.row .text') ?? [])];
    const heights = texts.map(({ children }) => {
      // Below each other, or beside each other in a narrow page.
      const boxes = [...children].map(each => each.getBoundingClientRect());
      const top = Math.min(...boxes.map(box => box.top));
      return Math.round(Math.max(...boxes.map(box => box.bottom)) - top) + margins;
    });
    setRowHeight(Math.max(usualHeight, ...heights));
  });
  const { instruction } = rows;
  const items = rows.items.filter(
    ({ index, kind }) => kind !== 'instruction' && index >= range.from && index < range.to,
  );
  // In the order of the list, which those hear who have it read to them.
  const drawn = instruction ? [...items, instruction].sort((one, other) => one.index - other.index) : items;
  return (
    <section class="messages" aria-labelledby="messages">
      <h2 id="messages" class="hidden">
        {l10n.t('Messages')}
      </h2>
      {counted && <ChartLegend view={main} hasInstruction={instruction !== undefined} compresses={compresses} />}
      <div class="scroll" ref={ref} onScroll={onScroll}>
        <div class="canvas" style={{ height: `${bandHeight + total * rowHeight}px` }}>
          <div class="band" />
          {counted && (
            <div class="tracks">
              <div class="track-area">
                {main.shared > 0 && (
                  <div class="shared" aria-hidden="true" style={{ width: `${(100 * main.shared) / axis}%` }} />
                )}
                <LimitSlider
                  label={compresses ? l10n.t('Compress from') : l10n.t('Limit')}
                  limit={main.limit}
                  full={main.full ?? main.extent}
                  axis={axis}
                  onLimit={onLimit}
                  onDrag={dragging => setFrozen(dragging ? axis : undefined)}
                />
              </div>
            </div>
          )}
          {main?.summary && (
            <div class="cut" aria-hidden="true" style={{ top: `${bandHeight + main.summary.row * rowHeight}px` }} />
          )}
          <ol aria-label={l10n.t('Messages')} style={{ height: `${total * rowHeight}px` }}>
            {instruction && <li role="presentation" style={{ height: `${instruction.index * rowHeight}px` }} />}
            {drawn.map(row => (
              <Row
                key={row.index}
                row={row}
                total={total}
                axis={axis}
                height={rowHeight}
                shared={main?.shared ?? 0}
                isExact={main?.exact ?? true}
                compared={compared}
                compresses={compresses}
              />
            ))}
          </ol>
        </div>
      </div>
      {!counted && !main?.error && (
        <p class="note">{l10n.t('Choose a token counter to see what each message costs.')}</p>
      )}
    </section>
  );
}

interface RowProps {
  readonly row: MessageRow;
  readonly total: number;
  readonly axis: number;
  readonly height: number;
  readonly shared: number;
  readonly isExact: boolean;
  readonly compared: string | undefined;
  readonly compresses: boolean;
}

const Row = memo(({ row, total, axis, height, shared, isExact, compared, compresses }: RowProps) => {
  const outcomeWords = ({ kept, step, reason = '' }: OutcomeView) =>
    step === undefined
      ? l10n.t('kept')
      : compresses
        ? reason
        : kept
          ? l10n.t('changed in step {0}: {1}', step, reason)
          : l10n.t('dropped in step {0}: {1}', step, reason);
  const { kind, index, role, kept, step, tokens, start, note, uncounted } = row;
  const isInstruction = kind === 'instruction';
  const name = isInstruction
    ? l10n.t('Instruction of {0}', row.name)
    : kind === 'example'
      ? l10n.t('Example of {0}', row.name)
      : row.name;
  const outcome = step === undefined ? undefined : outcomeWords(row);
  const other = row.other && compared !== undefined ? `${compared}: ${outcomeWords(row.other)}` : undefined;
  const number = tokens === undefined ? undefined : `${isExact ? '' : '≈ '}${localNumber(tokens)}`;
  return (
    <li
      class={`row${isInstruction ? ' instruction' : ''}${kept ? '' : ' dropped'}`}
      // What the model is told to answer stays on the screen, however long the conversation is.
      style={
        isInstruction ? { height: `${height}px` } : { top: `${bandHeight + index * height}px`, height: `${height}px` }
      }
      aria-posinset={index + 1}
      aria-setsize={total}
    >
      <button
        type="button"
        class="text"
        title={[row.words, outcome ?? note, other, l10n.t('Go to the message')].filter(Boolean).join('\n')}
        onClick={() => vscodeApi.postMessage({ type: 'reveal', span: row.span })}
      >
        <span class="line">
          {kept ? <strong>{name}</strong> : <s>{name}</s>}{' '}
          {role !== name && <span class={`role ${role}`}>{role} </span>}
          {outcome === undefined && note !== undefined && <span class="outcome">{note} </span>}
          {kept ? <span class="words">{row.words}</span> : <s class="gone">{row.words}</s>}
        </span>
        {(outcome !== undefined || other || uncounted !== undefined) && (
          <span class="outcomes">
            {outcome !== undefined && <span class="line outcome">{outcome}</span>}
            {other && <span class="line outcome">{other}</span>}
            {uncounted !== undefined && (
              <span class="outcome warning">{l10n.t('image not counted: {0}', uncounted)}</span>
            )}
          </span>
        )}
      </button>
      <div class="track">
        {isInstruction && shared > 0 && <span class="shared" style={{ width: `${(100 * shared) / axis}%` }} />}
        {tokens !== undefined && start !== undefined && (
          <>
            {start > shared && (
              <span
                class="before"
                style={{ left: `${(100 * shared) / axis}%`, width: `${(100 * (start - shared)) / axis}%` }}
              />
            )}
            <span
              class={`mark ${isInstruction ? kind : role}`}
              style={{ left: `${(100 * start) / axis}%`, width: `${(100 * Math.max(0, tokens)) / axis}%` }}
            />
          </>
        )}
      </div>
      <div class="tokens">
        {number}
        {uncounted !== undefined && (
          <button type="button" class="link retry" onClick={() => vscodeApi.postMessage({ type: 'retry' })}>
            {l10n.t('Retry')}
          </button>
        )}
      </div>
    </li>
  );
});
