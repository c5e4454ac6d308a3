import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { OutcomeView, ReplayView } from '../../protocol/replayProtocol.ts';
import { localNumber } from '../shared/localNumber.ts';
import { KeyStates } from './keyStates.tsx';
import { keysOf, rowsAt, stretchesAt, turningPoints, windowAt } from './moment.ts';
import { Timeline } from './timeline.tsx';

interface Props {
  readonly view: ReplayView | undefined;
  /** Why there is nothing to show, or nothing newer. */
  readonly broken: string | undefined;
  readonly at: number;
  readonly outcome: (OutcomeView & { readonly at: number }) | undefined;
  readonly onMove: (to: number | ((at: number) => number)) => void;
}

/** A response as it came: the timeline, the keys, and the text. */
export function App({ view, broken, at, outcome, onMove }: Props): JSX.Element {
  return (
    <main>
      {broken !== undefined && (
        <p class="broken" role="alert">
          <span class="codicon codicon-warning" aria-hidden="true" /> {broken}
        </p>
      )}
      {view && <Stream view={view} at={at} outcome={outcome} onMove={onMove} />}
      {!view && broken === undefined && <p>{l10n.t('There is nothing to replay.')}</p>}
    </main>
  );
}

function Stream({ view, at, outcome, onMove }: Omit<Props, 'broken' | 'view'> & { view: ReplayView }): JSX.Element {
  const keys = useMemo(() => keysOf(view), [view]);
  const points = useMemo(() => turningPoints(view), [view]);
  const rows = rowsAt(view, keys, at);
  // Compared with an older moment it would seem to differ where it does not.
  const streamed = at >= view.text.length ? view.end.streamed : outcome?.at === at ? outcome.streamed : undefined;
  return (
    <>
      <header>
        <h1>{view.name}</h1>
        <span class="type">{view.type}</span>
        <span class="note">{view.fileName}</span>
      </header>
      <Timeline view={view} rows={rows} points={points} at={at} onMove={onMove} />
      <Outcome view={view} at={at} outcome={outcome} />
      {view.endOnly !== undefined && <p class="note">{view.endOnly}</p>}
      <KeyStates rows={rows} streams={view.streams} streamed={streamed} />
      {view.more > 0 && <p class="note">{l10n.t('{0} more parts are not shown.', localNumber(view.more))}</p>}
      <ReceivedText view={view} at={at} />
    </>
  );
}

/** What the framework would say if the response ended here. Its place is kept while that is being found out. */
function Outcome({ view, at, outcome }: Pick<Props, 'at' | 'outcome'> & { view: ReplayView }): JSX.Element {
  const isEnd = at >= view.text.length;
  const result = isEnd ? view.end : outcome;
  const isOld = !isEnd && outcome?.at !== at;
  return (
    <p class={`outcome ${isOld ? 'stale' : ''}`} title={result?.message}>
      <span class="note">{isEnd ? l10n.t('Response') : l10n.t('If it ended here')}:</span>{' '}
      {result && (
        <>
          <span class={`codicon codicon-${result.ok ? 'pass' : 'error'}`} aria-hidden="true" />{' '}
          <span aria-live="polite">{result.ok ? l10n.t('reads') : result.message}</span>
        </>
      )}
    </p>
  );
}

/** The response: what has come, with the places of its keys, then, faint, what has not. The end of what has come stays in sight. */
function ReceivedText({ view, at }: { view: ReplayView; at: number }): JSX.Element {
  const box = useRef<HTMLPreElement>(null);
  const cursor = useRef<HTMLSpanElement>(null);
  const range = windowAt(view.text, at);
  const stretches = stretchesAt(view, at, range);
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
      {range.start > 0 && <span class="note">… </span>}
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
      {range.end < view.text.length && <span class="note"> …</span>}
    </pre>
  );
}
