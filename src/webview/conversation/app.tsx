import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import {
  type ConversationChoice,
  type ConversationState,
  comparison,
  type LineSlice,
  type MessageRows,
  type Pane,
  type PayloadLayout,
} from '../../protocol/conversationProtocol.ts';
import type { FormattedView, RefusalView } from '../../protocol/conversationView.ts';
import type { ErrorView } from '../../protocol/instructionProtocol.ts';
import { InlineCode } from '../shared/inlineCode.tsx';
import { localNumber } from '../shared/localNumber.ts';
import { Controls } from './controls.tsx';
import { MessageList } from './messageList.tsx';
import { type PaneTitle, PayloadPane } from './payloadPane.tsx';
import { ProviderCount } from './providerCount.tsx';
import { Splitter } from './splitter.tsx';
import { vscodeApi } from './vscodeApi.ts';

/** All that the conversation preview shows. */
export interface AppProps {
  readonly state: ConversationState;
  readonly rows: MessageRows;
  readonly lines: Readonly<Record<Pane, LineSlice>>;
  readonly copied: Pane | undefined;
  readonly layout: PayloadLayout;
  readonly onChoose: (choice: ConversationChoice) => void;
  readonly onLayout: (layout: PayloadLayout) => void;
}

/** The preview of a conversation. */
export function App({ state, rows, lines, copied, layout, onChoose, onLayout }: AppProps): JSX.Element {
  const { main, other, choice, broken } = state;
  const compared = choice.otherTruncation === undefined ? undefined : other?.truncation;
  const titles = paneTitles(main, other);
  const pane = (name: Pane, view: FormattedView) => (
    <PayloadPane
      pane={name}
      view={view}
      lines={lines[name]}
      copied={copied === name}
      title={titles[name]}
      isCompared={other !== undefined}
      isFolded={layout.isFolded}
      onFold={isFolded => onLayout({ ...layout, isFolded })}
    />
  );
  return (
    <main
      class={[state.busy && 'busy', layout.isFolded && 'folded'].filter(Boolean).join(' ')}
      style={{ '--payload': `${layout.share}vh` }}
      aria-busy={state.busy}
    >
      <div class="progress" role="presentation" />
      <h1 class="hidden">{state.fileName}</h1>
      {broken === undefined ? (
        <>
          <Controls
            state={state}
            onChoose={chosen => {
              const isComparing = Object.keys(comparison(chosen)).length > 0;
              // What is compared are the payloads.
              if (isComparing && !other) onLayout({ ...layout, isFolded: false });
              onChoose(chosen);
            }}
          />
          <Summary state={state} onChoose={onChoose} />
          {main && <Notes view={main} />}
          {main?.counterFailed && main.error && <CounterError error={main.error} />}
          <MessageList
            total={main?.rows ?? state.count}
            rows={rows}
            main={main}
            compared={compared}
            compresses={state.compresses}
            onLimit={maxTokens => onChoose({ ...choice, maxTokens })}
          />
          {main && !layout.isFolded && (
            <Splitter share={layout.share} onShare={share => onLayout({ ...layout, share })} />
          )}
          <div class="payloads">
            {main && pane('main', main)}
            {other && pane('other', other)}
          </div>
        </>
      ) : (
        <div class="message error" role="alert">
          <span class="codicon codicon-error" aria-hidden="true" />
          <p>{broken}</p>
        </div>
      )}
    </main>
  );
}

/** What tells two payloads apart stands first, what they share behind it. */
function paneTitles(
  main: FormattedView | undefined,
  other: FormattedView | undefined,
): Readonly<Record<Pane, PaneTitle>> {
  const title = (view: FormattedView | undefined): PaneTitle => {
    const { formatter = '', truncation, agentscopeVersion } = view ?? {};
    const isOtherRelease = other && main?.agentscopeVersion !== other.agentscopeVersion;
    if (isOtherRelease && agentscopeVersion) return { name: agentscopeVersion, shared: formatter };
    if (!other || main?.formatter !== other.formatter) return { name: formatter };
    return { name: truncation ?? formatter, shared: formatter };
  };
  return { main: title(main), other: title(other) };
}

function Summary({ state, onChoose }: Pick<AppProps, 'state' | 'onChoose'>): JSX.Element {
  const { main, savable, choice } = state;
  const { summary } = main ?? {};
  const { tokens, full, exact, formula, basis, dropped = 0, examples = 0, changed = 0, uncounted = 0 } = main ?? {};
  // Without some image the number is a lower bound.
  const approximately = uncounted > 0 ? '≥ ' : exact ? '' : '≈ ';
  return (
    <div class="summary">
      <p aria-live="polite">
        {tokens !== undefined && (
          <>
            <strong class="total">
              {full !== undefined && full !== tokens
                ? l10n.t('{0} of {1} tokens', `${approximately}${localNumber(tokens)}`, localNumber(full))
                : l10n.t('{0} tokens', `${approximately}${localNumber(tokens)}`)}
            </strong>{' '}
            {uncounted > 0 ? (
              <span class="badge estimate">{l10n.t('images not counted: {0}', localNumber(uncounted))}</span>
            ) : (
              <span class={exact ? 'badge' : 'badge estimate'}>
                {!exact
                  ? l10n.t('estimate')
                  : formula === undefined
                    ? l10n.t('exact')
                    : l10n.t('exact as {0} counts', formula)}
              </span>
            )}
            {summary && (
              <span class="note dropped-count">
                {l10n.t(
                  '{0} of {1} messages go into a summary',
                  localNumber(summary.messages),
                  localNumber(state.count),
                )}
              </span>
            )}
            {dropped > 0 && !summary && (
              <span class="note dropped-count">
                {l10n.t('{0} of {1} dropped', localNumber(dropped), localNumber(state.count + examples))}
              </span>
            )}
            {changed > 0 && !summary && (
              <span class="note dropped-count">
                {l10n.t('{0} of {1} messages changed', localNumber(changed), localNumber(state.count))}
              </span>
            )}
            <span class="second">
              <span class="note basis" title={basis}>
                {basis}
              </span>
              {main && <ProviderCount view={main} />}
            </span>
          </>
        )}
      </p>
      {/* Its room is always there: nothing moves under the pointer that drags the limit. */}
      <div class={savable ? 'buttons' : 'buttons absent'}>
        <button type="button" class="primary" onClick={() => vscodeApi.postMessage({ type: 'save' })}>
          {l10n.t('Save to File')}
        </button>
        <button type="button" class="secondary" onClick={() => onChoose(comparison(choice))}>
          {l10n.t('Discard')}
        </button>
      </div>
    </div>
  );
}

/** What a provider would not take; each click leads to the next message of which it is said. */
function Refusal({ refusal: { message, spans } }: { refusal: RefusalView }): JSX.Element {
  const next = useRef(0);
  return (
    <li>
      <span class="codicon codicon-warning" aria-hidden="true" />
      <button
        type="button"
        class="link"
        title={l10n.t('Go to the message')}
        onClick={() => vscodeApi.postMessage({ type: 'reveal', span: spans[next.current++ % spans.length]! })}
      >
        <InlineCode text={message} />{' '}
        {spans.length > 1 && <span class="note">({l10n.t('{0} messages', localNumber(spans.length))})</span>}
      </button>
    </li>
  );
}

function CounterError({ error }: { error: ErrorView }): JSX.Element {
  return (
    <div class="message error counter-error" role="alert">
      <span class="codicon codicon-error" aria-hidden="true" />
      <div>
        <p class="note">{l10n.t('The token counter raises an error. The payload does not depend on it:')}</p>
        <p>
          <strong>{error.class}</strong>: {error.message}
        </p>
      </div>
      {error.class === 'TokenizerNotTrusted' ? (
        <button type="button" class="secondary" onClick={() => vscodeApi.postMessage({ type: 'manageTrust' })}>
          {l10n.t('Manage Workspace Trust')}
        </button>
      ) : (
        <button type="button" class="secondary" onClick={() => vscodeApi.postMessage({ type: 'retry' })}>
          {l10n.t('Retry')}
        </button>
      )}
    </div>
  );
}

/** What formatter and provider have to say, and hosts that are waited for. */
function Notes({ view }: { view: FormattedView }): JSX.Element | null {
  const { warnings, refusals, blockedHosts, releaseRules, summary } = view;
  if (warnings.length + refusals.length + blockedHosts.length === 0 && !releaseRules) return null;
  return (
    <ul class="notes" aria-label={l10n.t('Problems')}>
      {releaseRules && (
        <li>
          <span class="codicon codicon-info" aria-hidden="true" />
          <span>
            {l10n.t(
              'Only AgentScope {0} are held to recordings of the running code. {1} follows from the rules that had come by then; those that matter to this payload:',
              '1.0.0, 1.0.21',
              view.agentscopeVersion ?? '',
            )}
          </span>
        </li>
      )}
      {releaseRules?.map(({ since, summary, followed }) => (
        <li key={`${since} ${summary}`}>
          <span class={`codicon codicon-${followed ? 'check' : 'circle-slash'}`} aria-hidden="true" />
          <span>
            <InlineCode
              text={
                followed
                  ? l10n.t('followed, since {0}: {1}', since, summary)
                  : l10n.t('not yet, only since {0}: {1}', since, summary)
              }
            />
          </span>
        </li>
      ))}
      {blockedHosts.map(host => (
        <li key={host}>
          <span class="codicon codicon-globe" aria-hidden="true" />
          <span>{l10n.t('This conversation has media on {0}. Nothing is fetched unless you allow it.', host)}</span>
          <button type="button" class="secondary" onClick={() => vscodeApi.postMessage({ type: 'allow', host })}>
            {l10n.t('Allow {0}', host)}
          </button>
        </li>
      ))}
      {summary?.hasRequest && (
        <li>
          <span class="codicon codicon-info" aria-hidden="true" />
          <span>
            {l10n.t(
              'Only a model writes the summary. What it is sent for that, ≈ {0} tokens:',
              localNumber(summary.requestTokens),
            )}
          </span>
          <button type="button" class="secondary" onClick={() => vscodeApi.postMessage({ type: 'openRequest' })}>
            {l10n.t('Show Request')}
          </button>
        </li>
      )}
      {refusals.map(refusal => (
        <Refusal key={refusal.message} refusal={refusal} />
      ))}
      {warnings.map(warning => (
        <li key={warning}>
          <span class="codicon codicon-warning" aria-hidden="true" />
          <span>{isLogged(warning) ? l10n.t('AgentScope logs: {0}', warning) : <InlineCode text={warning} />}</span>
        </li>
      ))}
    </ul>
  );
}

/** Whether a warning is a line of AgentScope's log, and not what we say. */
function isLogged(warning: string): boolean {
  return warning.startsWith('Unsupported block type');
}
