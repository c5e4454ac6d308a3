import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { LineSlice, Pane } from '../../protocol/conversationProtocol.ts';
import type { FormattedView } from '../../protocol/conversationView.ts';
import { IconButton } from '../shared/iconButton.tsx';
import { localNumber } from '../shared/localNumber.ts';
import { NotRunNote } from '../shared/notRunNote.tsx';
import { useVisibleRange } from './visibleRange.ts';
import { vscodeApi } from './vscodeApi.ts';

/** The height of a line, in pixels; the style sheet has the same. */
const lineHeight = 18;

interface Props {
  readonly pane: Pane;
  readonly view: FormattedView;
  readonly lines: LineSlice;
  readonly copied: boolean;
  readonly title: PaneTitle;
  /** Whether there is another pane beside it. */
  readonly isCompared: boolean;
  readonly isFolded: boolean;
  readonly onFold: (isFolded: boolean) => void;
}

/** What a payload is of. `shared`: what the other one is of as well. */
export interface PaneTitle {
  readonly name: string;
  readonly shared?: string;
}

/** A payload as JSON, of which only the lines on the screen are drawn. */
export function PayloadPane({ pane, view, lines, copied, title, isCompared, isFolded, onFold }: Props): JSX.Element {
  const { ref, range, onScroll } = useVisibleRange(view.payloadLines, lineHeight, ({ from, to }) =>
    vscodeApi.postMessage({ type: 'lines', pane, from, to }),
  );
  const drawn = lines.items.slice(Math.max(0, range.from - lines.from), Math.max(0, range.to - lines.from));
  const first = Math.max(range.from, lines.from);
  const differing = new Set(lines.differing);
  const tokens =
    view.tokens === undefined
      ? undefined
      : l10n.t('{0} tokens', `${view.uncounted ? '≥ ' : view.exact ? '' : '≈ '}${localNumber(view.tokens)}`);
  return (
    <div class="payload">
      <div class={isCompared ? 'bar compared' : 'bar'}>
        <h2 id={`payload-${pane}`}>
          <button type="button" class="fold" aria-expanded={!isFolded} onClick={() => onFold(!isFolded)}>
            <span class={`codicon codicon-chevron-${isFolded ? 'right' : 'down'}`} aria-hidden="true" />
            {l10n.t('Payload')}
          </button>{' '}
          <span class={isCompared ? '' : 'note'}>{title.name}</span>{' '}
          {title.shared !== undefined && <span class="note">{title.shared}</span>}
          {tokens !== undefined && !isCompared && <span class="note"> · {tokens}</span>}
        </h2>
        {tokens !== undefined && isCompared && <strong class="total">{tokens}</strong>}
        <div class="buttons">
          <span class="note" aria-live="polite">
            {copied && l10n.t('Copied')}
          </span>
          {pane === 'other' && (
            <IconButton
              icon="diff"
              label={l10n.t('Open as Diff')}
              onClick={() => vscodeApi.postMessage({ type: 'openDiff' })}
            />
          )}
          <IconButton
            icon="go-to-file"
            label={l10n.t('Open Payload as Document')}
            onClick={() => vscodeApi.postMessage({ type: 'open', pane })}
          />
          <IconButton
            icon={copied ? 'check' : 'copy'}
            label={l10n.t('Copy Payload')}
            onClick={() => vscodeApi.postMessage({ type: 'copy', pane })}
          />
        </div>
      </div>
      {isFolded && (!view.error || view.counterFailed) ? null : view.error?.class === 'ModuleNotTrusted' ? (
        <NotRunNote
          text={l10n.t('not run: this workspace is not trusted')}
          link={l10n.t('Manage Workspace Trust')}
          onClick={() => vscodeApi.postMessage({ type: 'manageTrust' })}
        />
      ) : view.error && !view.counterFailed ? (
        <div class="message error" role="alert">
          <span class="codicon codicon-error" aria-hidden="true" />
          <div>
            <p class="note">
              {view.agentscopeVersion === undefined
                ? l10n.t('The formatter raises an error:')
                : l10n.t('The formatter of AgentScope {0} raises an error:', view.agentscopeVersion)}
            </p>
            <p>
              <strong>{view.error.class}</strong>: {view.error.message}
            </p>
            {view.error.class === 'TokenizerNotTrusted' && (
              <button type="button" class="secondary" onClick={() => vscodeApi.postMessage({ type: 'manageTrust' })}>
                {l10n.t('Manage Workspace Trust')}
              </button>
            )}
          </div>
        </div>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: the hook's element is a div.
        <div
          class="scroll"
          ref={ref}
          onScroll={onScroll}
          role="region"
          aria-labelledby={`payload-${pane}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus.
          tabIndex={0}
        >
          <pre style={{ height: `${view.payloadLines * lineHeight}px` }}>
            <code style={{ top: `${first * lineHeight}px` }}>
              {drawn.map((line, i) => (
                <Line key={first + i} line={line} isDiffering={differing.has(first + i)} pane={pane} />
              ))}
            </code>
          </pre>
        </div>
      )}
    </div>
  );
}

function Line({ line, isDiffering, pane }: { line: string; isDiffering: boolean; pane: Pane }): JSX.Element {
  const [, indent = '', key, rest = ''] = /^(\s*)("(?:[^"\\]|\\.)*": )?(.*)$/s.exec(line) ?? [];
  return (
    <span class={isDiffering ? `json-line differing ${pane}` : 'json-line'}>
      {indent}
      {key && <span class="json-key">{key}</span>}
      <span class={rest.startsWith('"') ? 'json-string' : /^[-\dtfn]/.test(rest) ? 'json-value' : ''}>{rest}</span>
      {'\n'}
    </span>
  );
}
