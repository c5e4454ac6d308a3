import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { EvaluationToHost } from '../../protocol/evaluationProtocol.ts';
import type { ReadResponse, RowText, RowVerdict } from '../../protocol/rowQuery.ts';
import { verdictText } from './evaluationWords.ts';
import { vscodeApi } from './vscodeApi.ts';

/** The icon of each verdict, which stands beside its word. */
export const verdictIcons: Readonly<Record<RowVerdict, string>> = {
  ok: 'pass',
  suspicious: 'warning',
  error: 'error',
  skipped: 'circle-slash',
  untried: 'debug-step-over',
};

interface Props {
  /** The row that is chosen. */
  readonly row: number | undefined;
  /** The response that came last, which may be another row's: it stays until the next one is there. */
  readonly read: ReadResponse | undefined;
}

/** The response of the chosen row, below the rows, with what became of it and the place of its cause. */
export function RowPane({ row, read }: Props): JSX.Element {
  const response = row === undefined ? undefined : read?.response;
  const isGone = row !== undefined && read?.row === row && !response;
  return (
    <section class="pane" aria-label={response ? l10n.t('Response of {0}', response.name) : l10n.t('response')}>
      {response ? (
        <>
          <Head response={response} />
          <Text response={response} />
        </>
      ) : (
        <p class="note">
          {isGone
            ? l10n.t('The row is no longer there: the log was changed.')
            : row === undefined && l10n.t('Choose a row, and its response is here.')}
        </p>
      )}
    </section>
  );
}

function Head({ response }: { readonly response: RowText }): JSX.Element {
  const { row, name, place, verdict, code, detail, sentence, line, column } = response;
  const action = (icon: string, text: string, message: EvaluationToHost) => (
    <button type="button" class="action" onClick={() => vscodeApi.postMessage(message)}>
      <span class={`codicon codicon-${icon}`} aria-hidden="true" /> <span>{text}</span>
    </button>
  );
  const hasPlace = line !== undefined && column !== undefined;
  return (
    <div class="pane-head">
      <span class={`pane-icon codicon codicon-${verdictIcons[verdict]} ${verdict}`} aria-hidden="true" />
      <strong class="pane-name" title={`${name} · ${place}`}>
        {name}
      </strong>
      <span class="pane-cause">
        {code === undefined ? verdictText(verdict) : <span class="code">{code}</span>}
        {detail !== undefined && ` ${detail}`}
        {hasPlace && ` · ${l10n.t('line {0}, column {1}', line, column)}`}
        {sentence !== undefined && <span class="note"> · {sentence}</span>}
      </span>
      <span class="pane-actions">
        {action('go-to-file', l10n.t('Open'), { type: 'open', row, focus: true })}
        {action('list-flat', l10n.t('Go to Log'), { type: 'showInLog', row })}
        {action('save', l10n.t('Save as Sample'), { type: 'saveSample', row })}
      </span>
    </div>
  );
}

function Text({ response }: { readonly response: RowText }): JSX.Element {
  const { text, isCut, span, verdict, name } = response;
  const box = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLElement>(null);
  // Only this box scrolls: the page stays where it is.
  useLayoutEffect(() => {
    const { current: outer } = box;
    if (!outer) return;
    const top = mark.current
      ? mark.current.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop
      : 0;
    outer.scrollTop = Math.max(0, top - outer.clientHeight / 3);
    outer.scrollLeft = 0;
  }, [response]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <div class="pane-text" ref={box} tabIndex={0} role="document" aria-label={l10n.t('Response of {0}', name)}>
      <pre>
        {span ? (
          <>
            {text.slice(0, span.start)}
            <mark ref={mark} class={span.start === span.end ? `${verdict} place` : verdict}>
              {text.slice(span.start, span.end)}
            </mark>
            {text.slice(span.end)}
          </>
        ) : (
          text
        )}
      </pre>
      {isCut && <p class="note">{l10n.t('… more in the document')}</p>}
    </div>
  );
}
