import type { JSX } from 'preact';
import type { FormattedView, Pane, Slice } from '../../protocol/conversationProtocol.ts';
import { count, useWords } from './conversationWords.ts';
import { IconButton } from './iconButton.tsx';
import { useVisibleRange } from './visibleRange.ts';
import { vscodeApi } from './vscodeApi.ts';

/** The height of a line, in pixels; the style sheet has the same. */
const lineHeight = 18;

interface Props {
  readonly pane: Pane;
  readonly view: FormattedView;
  readonly lines: Slice<string>;
  readonly copied: boolean;
  /** Whether the header names the truncation, because the formatter is the same on both sides. */
  readonly named: boolean;
}

/** A payload as JSON, of which only the lines on the screen are drawn. */
export function PayloadPane({ pane, view, lines, copied, named }: Props): JSX.Element {
  const words = useWords();
  const { ref, range, onScroll } = useVisibleRange(view.payloadLines, lineHeight, ({ from, to }) =>
    vscodeApi.postMessage({ type: 'lines', pane, from, to }),
  );
  const shown = lines.items.slice(Math.max(0, range.from - lines.from), Math.max(0, range.to - lines.from));
  const first = Math.max(range.from, lines.from);
  return (
    <section class="payload" aria-labelledby={`payload-${pane}`}>
      <div class="bar">
        <h2 id={`payload-${pane}`}>
          {words('payload')} <span class="note">{(named && view.truncation) || view.formatter}</span>
          {view.tokens !== undefined && (
            <span class="note"> · {words('tokens', `${view.exact ? '' : '≈ '}${count(view.tokens)}`)}</span>
          )}
        </h2>
        <div class="buttons">
          <span class="note" aria-live="polite">
            {copied && words('copied')}
          </span>
          <IconButton
            icon="go-to-file"
            label={words('open')}
            onClick={() => vscodeApi.postMessage({ type: 'open', pane })}
          />
          <IconButton
            icon={copied ? 'check' : 'copy'}
            label={words('copy')}
            onClick={() => vscodeApi.postMessage({ type: 'copy', pane })}
          />
        </div>
      </div>
      {view.error?.class === 'ModuleNotTrusted' ? (
        <div class="message" role="status">
          <span class="codicon codicon-shield" aria-hidden="true" />
          <p>
            {words('notRun')}{' '}
            <button type="button" class="link" onClick={() => vscodeApi.postMessage({ type: 'manageTrust' })}>
              {words('manageTrust')}
            </button>
          </p>
        </div>
      ) : view.error ? (
        <div class="message error" role="alert">
          <span class="codicon codicon-error" aria-hidden="true" />
          <div>
            <p class="note">
              {view.agentscopeVersion === undefined ? words('raised') : words('raisedBy', view.agentscopeVersion)}
            </p>
            <p>
              <strong>{view.error.class}</strong>: {view.error.message}
            </p>
            {view.error.class === 'TokenizerNotTrusted' && (
              <button type="button" class="secondary" onClick={() => vscodeApi.postMessage({ type: 'manageTrust' })}>
                {words('manageTrust')}
              </button>
            )}
          </div>
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus.
        <div class="scroll" ref={ref} onScroll={onScroll} tabIndex={0}>
          <pre style={{ height: `${view.payloadLines * lineHeight}px` }}>
            <code style={{ top: `${first * lineHeight}px` }}>
              {shown.map((line, i) => (
                <Line key={first + i} line={line} />
              ))}
            </code>
          </pre>
        </div>
      )}
    </section>
  );
}

function Line({ line }: { line: string }): JSX.Element {
  const [, indent = '', key, rest = ''] = /^(\s*)("(?:[^"\\]|\\.)*": )?(.*)$/s.exec(line) ?? [];
  return (
    <span class="json-line">
      {indent}
      {key && <span class="json-key">{key}</span>}
      <span class={rest.startsWith('"') ? 'json-string' : /^[-\dtfn]/.test(rest) ? 'json-value' : ''}>{rest}</span>
      {'\n'}
    </span>
  );
}
