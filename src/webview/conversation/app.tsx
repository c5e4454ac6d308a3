import type { JSX } from 'preact';
import {
  type ConversationChoice,
  type ConversationState,
  comparison,
  type FormattedView,
  type MessageRow,
  type Pane,
  type Slice,
} from '../../protocol/conversationProtocol.ts';
import { InlineCode } from '../shared/inlineCode.tsx';
import { Controls } from './controls.tsx';
import { count, useWords } from './conversationWords.ts';
import { MessageList } from './messageList.tsx';
import { PayloadPane } from './payloadPane.tsx';
import { ProviderCount } from './providerCount.tsx';
import { vscodeApi } from './vscodeApi.ts';

/** All that the conversation preview shows. */
export interface AppProps {
  readonly state: ConversationState;
  readonly rows: Slice<MessageRow>;
  readonly lines: Readonly<Record<Pane, Slice<string>>>;
  readonly copied: Pane | undefined;
  readonly onChoose: (choice: ConversationChoice) => void;
}

/** The preview of a conversation. */
export function App({ state, rows, lines, copied, onChoose }: AppProps): JSX.Element {
  const { main, other, choice, broken } = state;
  const compared = choice.otherTruncation === undefined ? undefined : other?.truncation;
  return (
    <main class={state.busy ? 'busy' : ''} aria-busy={state.busy}>
      <div class="progress" role="presentation" />
      {broken === undefined ? (
        <>
          <Controls state={state} onChoose={onChoose} />
          <Summary state={state} onChoose={onChoose} />
          {main && <Notes view={main} />}
          <MessageList
            total={main?.rows ?? state.count}
            rows={rows}
            main={main}
            compared={compared}
            onLimit={maxTokens => onChoose({ ...choice, maxTokens })}
          />
          <div class="payloads">
            {main && (
              <PayloadPane
                pane="main"
                view={main}
                lines={lines.main}
                copied={copied === 'main'}
                named={compared !== undefined}
              />
            )}
            {other && (
              <PayloadPane
                pane="other"
                view={other}
                lines={lines.other}
                copied={copied === 'other'}
                named={compared !== undefined}
              />
            )}
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

function Summary({ state, onChoose }: Pick<AppProps, 'state' | 'onChoose'>): JSX.Element {
  const words = useWords();
  const { main, savable, choice } = state;
  const { tokens, full, exact, basis, dropped, changed } = main ?? { dropped: 0, changed: 0 };
  const approximately = exact ? '' : '≈ ';
  return (
    <div class="summary">
      <p aria-live="polite">
        {tokens !== undefined && (
          <>
            <strong class="total">
              {full !== undefined && full !== tokens
                ? words('tokensOf', `${approximately}${count(tokens)}`, count(full))
                : words('tokens', `${approximately}${count(tokens)}`)}
            </strong>{' '}
            <span class={exact ? 'badge' : 'badge estimate'}>{words(exact ? 'exact' : 'estimate')}</span>{' '}
            <span class="note basis">{basis}</span> {main && <ProviderCount view={main} />}
          </>
        )}
        {dropped > 0 && (
          <span class="note dropped-count">{words('droppedOf', count(dropped), count(state.count))}</span>
        )}
        {changed > 0 && (
          <span class="note dropped-count">{words('changedOf', count(changed), count(state.count))}</span>
        )}
      </p>
      {savable && (
        <div class="buttons">
          <button type="button" class="primary" onClick={() => vscodeApi.postMessage({ type: 'save' })}>
            {words('save')}
          </button>
          <button type="button" class="secondary" onClick={() => onChoose(comparison(choice))}>
            {words('discard')}
          </button>
        </div>
      )}
    </div>
  );
}

/** What formatter and provider have to say, and hosts that are waited for. */
function Notes({ view }: { view: FormattedView }): JSX.Element | null {
  const words = useWords();
  const { warnings, refusals, blockedHosts, releaseRules } = view;
  if (warnings.length + refusals.length + blockedHosts.length === 0 && !releaseRules) return null;
  return (
    <ul class="notes" aria-label={words('problems')}>
      {releaseRules && (
        <li>
          <span class="codicon codicon-info" aria-hidden="true" />
          <span>{words('betweenReleases', '1.0.0, 1.0.21', view.agentscopeVersion ?? '')}</span>
        </li>
      )}
      {releaseRules?.map(({ since, summary, followed }) => (
        <li key={`${since} ${summary}`}>
          <span class={`codicon codicon-${followed ? 'check' : 'circle-slash'}`} aria-hidden="true" />
          <span>{words(followed ? 'ruleFollowed' : 'ruleNotYet', since, summary)}</span>
        </li>
      ))}
      {blockedHosts.map(host => (
        <li key={host}>
          <span class="codicon codicon-globe" aria-hidden="true" />
          <span>{words('blocked', host)}</span>
          <button type="button" class="secondary" onClick={() => vscodeApi.postMessage({ type: 'allow', host })}>
            {words('allow', host)}
          </button>
        </li>
      ))}
      {refusals.map(({ message, span }, i) => (
        <li key={`${i} ${message}`}>
          <span class="codicon codicon-warning" aria-hidden="true" />
          <button
            type="button"
            class="link"
            title={words('goToMessage')}
            onClick={() => vscodeApi.postMessage({ type: 'reveal', span })}
          >
            <InlineCode text={message} />
          </button>
        </li>
      ))}
      {warnings.map(warning => (
        <li key={warning}>
          <span class="codicon codicon-warning" aria-hidden="true" />
          <span>{words('logged', warning)}</span>
        </li>
      ))}
    </ul>
  );
}
