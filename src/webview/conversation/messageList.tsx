import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import { useState } from 'preact/hooks';
import type { FateView, FormattedView, MessageRow, Slice } from '../../protocol/conversationProtocol.ts';
import { count, useWords } from './conversationWords.ts';
import { LimitSlider } from './limitSlider.tsx';
import { useVisibleRange } from './visibleRange.ts';
import { vscodeApi } from './vscodeApi.ts';

/** The height of a row, in pixels; the style sheet has the same. */
const rowHeight = 44;
/** The height of the band above the rows, which the limit's number stands in. */
const bandHeight = 24;

interface Props {
  readonly total: number;
  readonly rows: Slice<MessageRow>;
  readonly main: FormattedView | undefined;
  /** The truncation that the other pane shows. */
  readonly compared: string | undefined;
  readonly onLimit: (limit: number) => void;
}

/** One row for every message, its bar behind those that outlive it, and the limit across all bars. Only what is on the screen is drawn. */
export function MessageList({ total, rows, main, compared, onLimit }: Props): JSX.Element {
  const words = useWords();
  const { ref, range, onScroll } = useVisibleRange(total, rowHeight, ({ from, to }) =>
    vscodeApi.postMessage({ type: 'rows', from, to }),
  );
  const [frozen, setFrozen] = useState<number>();
  const counted = main?.full !== undefined;
  const axis = frozen ?? Math.max(main?.full ?? 0, main?.extent ?? 0, main?.limit ?? 0, 1) * 1.06;
  const items = rows.items.filter(({ index }) => index >= range.from && index < range.to);
  return (
    <section class="messages" aria-labelledby="messages">
      <h2 id="messages" class="hidden">
        {words('messages')}
      </h2>
      <div class="scroll" ref={ref} onScroll={onScroll}>
        <div class="canvas" style={{ height: `${bandHeight + total * rowHeight}px` }}>
          <div class="band" />
          <ol aria-label={words('messages')}>
            {items.map(row => (
              <Row
                key={row.index}
                row={row}
                total={total}
                axis={axis}
                exact={main?.exact ?? true}
                compared={compared}
              />
            ))}
          </ol>
          {counted && (
            <div class="tracks">
              <div class="track-area">
                {main.shared > 0 && (
                  <div
                    class="shared"
                    title={words('shared', count(main.shared))}
                    style={{ width: `${(100 * main.shared) / axis}%` }}
                  />
                )}
                <LimitSlider
                  limit={main.limit}
                  full={main.full ?? main.extent}
                  axis={axis}
                  onLimit={onLimit}
                  onDrag={dragging => setFrozen(dragging ? axis : undefined)}
                />
              </div>
            </div>
          )}
        </div>
      </div>
      {!counted && !main?.error && <p class="note">{words('nothingCounted')}</p>}
    </section>
  );
}

interface RowProps {
  readonly row: MessageRow;
  readonly total: number;
  readonly axis: number;
  readonly exact: boolean;
  readonly compared: string | undefined;
}

const Row = memo(({ row, total, axis, exact, compared }: RowProps) => {
  const words = useWords();
  const fateWords = ({ kept, step, reason = '' }: FateView) =>
    step === undefined ? words('kept') : words(kept ? 'changedAt' : 'droppedAt', step, reason);
  const { kind, index, role, kept, step, tokens, start, note } = row;
  const isInstruction = kind === 'instruction';
  const name = isInstruction ? words('instructionOf', row.name) : row.name;
  const fate = step === undefined ? undefined : fateWords(row);
  const other = row.other && compared !== undefined ? `${compared}: ${fateWords(row.other)}` : undefined;
  const number = tokens === undefined ? undefined : `${exact ? '' : '≈ '}${count(tokens)}`;
  return (
    <li
      class={`row${isInstruction ? ' instruction' : ''}${kept ? '' : ' dropped'}`}
      style={{ top: `${bandHeight + index * rowHeight}px` }}
      aria-posinset={index + 1}
      aria-setsize={total}
    >
      <button
        type="button"
        class="text"
        title={isInstruction ? row.words : words('goToMessage')}
        onClick={() => vscodeApi.postMessage({ type: 'reveal', span: row.span })}
      >
        <span class="line">
          {kept ? <strong>{name}</strong> : <s>{name}</s>} <span class={`role ${role}`}>{role}</span>
          {other !== undefined && (
            <span class="other" title={other}>
              {other}
            </span>
          )}
          {!kept && <s class="gone">{row.words}</s>}
        </span>
        <span class="line words">{fate ? <span class="fate">{fate}</span> : (note ?? row.words)}</span>
      </button>
      <div class="track">
        {tokens !== undefined && start !== undefined && (
          <>
            <span
              class={`mark ${isInstruction ? kind : role}`}
              style={{ left: `${(100 * start) / axis}%`, width: `${(100 * Math.max(0, tokens)) / axis}%` }}
            />
            <span class="tokens" style={{ left: `${(100 * (start + Math.max(0, tokens))) / axis}%` }}>
              {number}
            </span>
          </>
        )}
      </div>
    </li>
  );
});
