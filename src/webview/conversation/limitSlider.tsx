import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { localNumber } from '../shared/localNumber.ts';

interface Props {
  readonly label: string;
  /** Absent: there is no limit. */
  readonly limit: number | undefined;
  /** The conversation without a limit, in tokens: what the keys End and Page Up go by. */
  readonly full: number;
  /** The tokens at the right end of the bars. */
  readonly axis: number;
  readonly onLimit: (limit: number) => void;
  /** The axis must not change under the pointer. */
  readonly onDrag: (dragging: boolean) => void;
}

/** The limit as a line over the bars, moved by pointer or keys. */
export function LimitSlider({ label, limit, full, axis, onLimit, onDrag }: Props): JSX.Element {
  const handle = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<number>();
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  const position = dragged ?? limit;

  const move = (clientX: number) => {
    const box = handle.current?.parentElement?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    const at = (clientX - box.left) / box.width;
    const tokens = Math.max(1, Math.round(Math.min(1, at) * axis));
    setDragged(tokens);
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => onLimit(tokens));
  };
  const end = () => {
    if (dragged === undefined) return;
    cancelAnimationFrame(frame.current);
    onLimit(dragged);
    setDragged(undefined);
    onDrag(false);
  };
  const key = (event: KeyboardEvent) => {
    const now = limit ?? full;
    const page = Math.max(1, Math.round(full / 20));
    const small = event.shiftKey ? 10 : 1;
    const next: Record<string, number> = {
      ArrowLeft: now - small,
      ArrowDown: now - small,
      ArrowRight: now + small,
      ArrowUp: now + small,
      PageDown: now - page,
      PageUp: now + page,
      Home: 1,
      End: full,
    };
    const tokens = next[event.key];
    if (tokens === undefined) return;
    event.preventDefault();
    onLimit(Math.max(1, tokens));
  };
  const text = position === undefined ? l10n.t('no limit') : l10n.t('{0} tokens', localNumber(position));
  return (
    <div
      ref={handle}
      class={`limit ${position === undefined ? 'off' : ''} ${dragged === undefined ? '' : 'dragging'}`}
      style={{ left: `${(100 * Math.min(axis, position ?? axis)) / axis}%` }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={Math.ceil(axis)}
      aria-valuenow={position ?? Math.ceil(axis)}
      aria-valuetext={text}
      onPointerDown={event => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
        onDrag(true);
        setDragged(position ?? Math.round(axis));
      }}
      onPointerMove={event => dragged !== undefined && move(event.clientX)}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={key}
    >
      <span class="limit-label">{text}</span>
    </div>
  );
}
