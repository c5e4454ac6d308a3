import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReplayView } from '../../protocol/replayProtocol.ts';
import { IconButton } from '../shared/iconButton.tsx';
import { localNumber } from '../shared/localNumber.ts';
import type { KeyRow } from './moment.ts';

interface Props {
  readonly view: ReplayView;
  readonly rows: readonly KeyRow[];
  /** Where something changes. */
  readonly points: readonly number[];
  readonly at: number;
  readonly onMove: (to: number | ((at: number) => number)) => void;
}

/** How long a response plays, in milliseconds: a short one at the pace of a fast model, a long one not for ever. */
const longest = 12_000;
const unitsPerSecond = 200;
/** How many marks are drawn under the slider. */
const maxMarks = 300;

/** The slider over the response, with buttons that lead from change to change, and one that plays it. */
export function Timeline({ view, rows, points, at, onMove }: Props): JSX.Element {
  const [isPlaying, setPlaying] = useState(false);
  const { length } = view.text;
  usePlayback(isPlaying, length, onMove);
  useEffect(() => {
    if (at >= length) setPlaying(false);
  }, [at, length]);
  const go = (to: number | undefined) => {
    setPlaying(false);
    if (to !== undefined) onMove(to);
  };
  const open = rows.find(({ state }) => state === 'open');
  const position = l10n.t('{0} of {1} characters', localNumber(at), localNumber(length));
  const spoken = [position, ...(open ? [`${open.key}: ${l10n.t('open')}`] : [])].join(', ');
  return (
    <>
      <div class="controls">
        <IconButton
          icon="chevron-left"
          label={l10n.t('Previous Change')}
          onClick={() => go(points.findLast(point => point < at))}
        />
        <IconButton
          icon={isPlaying ? 'debug-pause' : 'play'}
          label={isPlaying ? l10n.t('Pause') : l10n.t('Play')}
          onClick={() => {
            if (!isPlaying && at >= length) onMove(0);
            setPlaying(!isPlaying);
          }}
        />
        <IconButton
          icon="chevron-right"
          label={l10n.t('Next Change')}
          onClick={() => go(points.find(point => point > at))}
        />
        <div class="slider">
          <input
            type="range"
            min={0}
            max={length}
            step={1}
            value={at}
            aria-label={l10n.t('Characters received')}
            aria-valuetext={spoken}
            onInput={event => go(Number(event.currentTarget.value))}
          />
          <Marks view={view} at={at} />
        </div>
      </div>
      <p class="position">{position}</p>
    </>
  );
}

/** Where keys close, under the slider; words and icons say the same below. */
function Marks({ view, at }: Pick<Props, 'view' | 'at'>): JSX.Element {
  const { length } = view.text;
  return (
    <div class="marks" aria-hidden="true">
      {length > 0 &&
        view.fields
          .slice(0, maxMarks)
          .map(({ key, span, closedAt }) => (
            <span
              key={`${key} ${span.start} ${closedAt}`}
              class={closedAt <= at ? 'came' : ''}
              title={key}
              style={{ left: `${(100 * span.start) / length}%`, width: `${(100 * (closedAt - span.start)) / length}%` }}
            />
          ))}
    </div>
  );
}

/** Moves on with every frame while it plays. */
function usePlayback(isPlaying: boolean, length: number, onMove: Props['onMove']): void {
  const move = useRef(onMove);
  move.current = onMove;
  useEffect(() => {
    if (!isPlaying) return;
    const pace = Math.max(unitsPerSecond / 1000, length / longest);
    let last: number | undefined;
    let rest = 0;
    let frame = requestAnimationFrame(function step(now) {
      rest += last === undefined ? 0 : (now - last) * pace;
      last = now;
      const units = Math.floor(rest);
      rest -= units;
      if (units > 0) move.current(at => at + units);
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, length]);
}
