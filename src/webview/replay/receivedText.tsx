import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ReplayView } from '../../protocol/replayProtocol.ts';
import { stretchesAt, windowAt } from './moment.ts';

/** The response: what has come, with the places of its keys, then, faint, what has not. The end of what has come stays in sight. */
export function ReceivedText({ view, at }: { view: ReplayView; at: number }): JSX.Element {
  const box = useRef<HTMLPreElement>(null);
  const cursor = useRef<HTMLSpanElement>(null);
  const shown = windowAt(view.text, at);
  const stretches = stretchesAt(view, at, shown);
  const came = stretches.filter(stretch => stretch.came);
  const rest = stretches.find(stretch => !stretch.came);
  useLayoutEffect(() => {
    const { current: frame } = box;
    const { current: mark } = cursor;
    if (!frame || !mark) return;
    const top = mark.offsetTop - frame.offsetTop;
    if (top < frame.scrollTop || top > frame.scrollTop + frame.clientHeight - 2 * mark.offsetHeight)
      frame.scrollTop = top - frame.clientHeight / 2;
  }, [at, view]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section does not keep white space.
    <pre
      ref={box}
      role="region"
      aria-label={l10n.t('Response')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus.
      tabIndex={0}
    >
      {shown.start > 0 && <span class="note">… </span>}
      {came.map(({ text, state }, i) => (
        <span key={i} class={state ?? ''}>
          {text}
        </span>
      ))}
      <span ref={cursor} class="cursor" aria-hidden="true" />
      {rest && (
        <span class="rest" aria-hidden="true">
          {rest.text}
        </span>
      )}
      {shown.end < view.text.length && <span class="note"> …</span>}
    </pre>
  );
}
