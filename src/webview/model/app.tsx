import * as l10n from '@vscode/l10n';
import type { JSX, TargetedKeyboardEvent } from 'preact';
import type { TokenCountView } from '../../protocol/instructionProtocol.ts';
import type { ModelChoice, ModelState, ModelTab, PlacedErrorView, PromptView } from '../../protocol/modelProtocol.ts';
import { localNumber } from '../shared/localNumber.ts';
import { TokenCounts } from '../shared/tokenCounts.tsx';
import { ModelControls } from './modelControls.tsx';
import { PromptText } from './promptText.tsx';
import { RoundTrips } from './roundTrips.tsx';
import { vscodeApi } from './vscodeApi.ts';

interface Props {
  readonly state: ModelState;
  /** The last prompt that could be rendered: it stays, dimmed, while there is none. */
  readonly good: PromptView | undefined;
  readonly counts: readonly TokenCountView[];
  readonly onChoose: (choice: ModelChoice) => void;
}

const tabs: readonly ModelTab[] = ['prompt', 'roundTrip'];

/** A model's templates: the prompt that they render, and the round trip. */
export function App({ state, good, counts, onChoose }: Props): JSX.Element {
  const { folderName, choice, prompt, roundTrip, broken } = state;
  const choose = (tab: ModelTab) => onChoose({ ...choice, tab });
  const move = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    const next = tabs.indexOf(choice.tab) === 0 ? 1 : 0;
    choose(tabs[next]!);
    (event.currentTarget.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <main>
      <header>
        <h1>{folderName}</h1>
        {prompt && <span class="note">{prompt.file}</span>}
      </header>
      <div class="tabs" role="tablist" onKeyDown={move}>
        {tabs.map(tab => (
          <button
            key={tab}
            id={`tab-${tab}`}
            type="button"
            role="tab"
            aria-selected={tab === choice.tab}
            aria-controls="panel"
            tabIndex={tab === choice.tab ? 0 : -1}
            onClick={() => choose(tab)}
          >
            {tab === 'prompt' ? l10n.t('Prompt') : l10n.t('Round Trip')}
          </button>
        ))}
      </div>
      <div id="panel" role="tabpanel" aria-labelledby={`tab-${choice.tab}`}>
        <ModelControls state={state} args={(good ?? prompt)?.args ?? []} onChoose={onChoose} />
        {broken !== undefined && (
          <p class="broken" role="alert">
            <span class="codicon codicon-error" aria-hidden="true" /> <span>{broken}</span>
          </p>
        )}
        {choice.tab === 'prompt' && prompt?.error && <Raised error={prompt.error} file={prompt.file} />}
        {choice.tab === 'prompt' && good && (
          <div class={broken === undefined && !prompt?.error ? '' : 'last-good'}>
            <Prompt prompt={good} counts={counts} />
          </div>
        )}
        {choice.tab === 'roundTrip' && roundTrip && <RoundTrips roundTrip={roundTrip} />}
      </div>
    </main>
  );
}

/** What rendering raised, and where in the template. */
function Raised({ error, file }: { readonly error: PlacedErrorView; readonly file: string }): JSX.Element {
  const { origin, line } = error;
  return (
    <p class="broken" role="alert">
      <span class="codicon codicon-error" aria-hidden="true" />
      <span>
        <strong>{error.class}</strong>: <span class="raised">{error.message}</span>{' '}
        {origin && (
          <button type="button" class="link" onClick={() => vscodeApi.postMessage({ type: 'reveal', span: origin })}>
            {file}:{line}
          </button>
        )}
      </span>
    </p>
  );
}

function Prompt(props: { readonly prompt: PromptView; readonly counts: readonly TokenCountView[] }): JSX.Element {
  const { prompt, counts } = props;
  const { pieces, length, changes, hasGenerations } = prompt;
  const shownLength = pieces.reduce((sum, { text }) => sum + text.length, 0);
  return (
    <>
      <div class="bar">
        <TokenCounts counts={counts} />
        <span class="note changes" aria-live="polite">
          {changes && l10n.t('Changes since the last choice: {0}', localNumber(changes.length))}
        </span>
      </div>
      <PromptText prompt={prompt} />
      {shownLength < length && (
        <p class="note">
          {l10n.t('The first {0} of {1} characters are shown.', localNumber(shownLength), localNumber(length))}
        </p>
      )}
      <p class="note legend">
        {hasGenerations ? (
          <>
            <span class="generation swatch" aria-hidden="true" />{' '}
            {l10n.t('What the model is to write: a generation block printed it')}
          </>
        ) : (
          l10n.t('The chat template marks nothing as what the model is to write.')
        )}
      </p>
    </>
  );
}
