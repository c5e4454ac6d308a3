import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/** The least and the most that the payload may have, in percent. */
const [least, most] = [15, 75];

/** The payload's share of the page as long as nobody chose another, in percent. */
export const usualShare = 36;

interface Props {
  /** What the payload has of the page, in percent. */
  readonly share: number;
  readonly onShare: (share: number) => void;
}

/** The line between chart and payload, moved by pointer or keys. */
export function Splitter({ share, onShare }: Props): JSX.Element {
  const [isDragged, setDragged] = useState(false);
  const set = (next: number) => onShare(Math.round(Math.min(most, Math.max(least, next))));
  const steps: Record<string, number> = { ArrowUp: 5, ArrowDown: -5, Home: most - share, End: least - share };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that can be moved is a separator with a value, not a rule.
    <div
      class={isDragged ? 'splitter dragging' : 'splitter'}
      role="separator"
      tabIndex={0}
      aria-label={l10n.t('Height of the payload')}
      aria-orientation="horizontal"
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={share}
      aria-valuetext={`${share} %`}
      onDblClick={() => set(usualShare)}
      onKeyDown={event => {
        const step = steps[event.key];
        if (step === undefined) return;
        event.preventDefault();
        set(share + step);
      }}
      onPointerDown={event => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(true);
      }}
      onPointerMove={event => {
        const page = event.currentTarget.parentElement?.getBoundingClientRect();
        if (isDragged && page) set((100 * (page.bottom - event.clientY)) / innerHeight);
      }}
      onPointerUp={() => setDragged(false)}
      onPointerCancel={() => setDragged(false)}
    />
  );
}
