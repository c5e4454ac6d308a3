import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { ConstraintChoice, ConstraintPart } from '../../protocol/constraintProtocol.ts';
import {
  markedLength,
  type PreviewMemory,
  type PreviewState,
  type SampleView,
  type TokenCountView,
} from '../../protocol/instructionProtocol.ts';
import { IconButton } from '../shared/iconButton.tsx';
import { localNumber } from '../shared/localNumber.ts';
import { NotRunNote } from '../shared/notRunNote.tsx';
import { TokenCounts } from '../shared/tokenCounts.tsx';
import { ConstraintSection, type KnownConstraint } from './constraint.tsx';
import { InstructionText } from './instructionText.tsx';
import { KeyTable } from './keyTable.tsx';
import { Broken, PythonNote, UnknownNote, useSettled } from './notes.tsx';
import { type KnownRobustness, Robustness } from './robustness.tsx';
import { SampleList } from './sampleList.tsx';
import { panelId, tabId, ViewTabs } from './viewTabs.tsx';
import { vscodeApi } from './vscodeApi.ts';

/** All that the preview shows. `tokenEnds` belongs to the text of `state`; `fresh`: so do the counts. */
export interface AppProps {
  readonly state: PreviewState;
  readonly counts: readonly TokenCountView[];
  readonly fresh: boolean;
  readonly tokenEnds: readonly number[] | undefined;
  readonly samples: readonly SampleView[];
  readonly copied: boolean;
  /** What was copied of the constraint just now. */
  readonly copiedPart: ConstraintPart | undefined;
  readonly memory: PreviewMemory;
  /** Of the definition that `state` shows. */
  readonly robustness: KnownRobustness | undefined;
  readonly constraint: KnownConstraint | undefined;
  readonly onToggleRobustness: (isOpen: boolean) => void;
  readonly onConstraint: (choice: ConstraintChoice & { readonly isOpen: boolean }) => void;
  readonly onToggle: (option: 'whitespace' | 'boundaries') => void;
}

/** The preview of one definition's format instruction. */
export function App(props: AppProps): JSX.Element {
  const { state, samples } = props;
  const { instruction, broken } = state;
  const { constraint } = props.memory;
  const note = useSettled(broken);
  return (
    <main>
      {instruction && <Title state={state} />}
      {state.unknown && (
        <UnknownNote
          unknown={state.unknown}
          mayAsk={state.mayAsk === true && !state.pythonNote}
          whyNotAsked={state.whyNotAsked}
        />
      )}
      {state.pythonNote !== undefined && <PythonNote note={state.pythonNote} mayAsk={state.mayAsk === true} />}
      {!instruction && broken && <Broken broken={broken} fileName={state.fileName} />}
      {instruction && (
        <div class={note ? 'last-good' : ''}>
          <Texts {...props} />
          {instruction.keys && <KeyTable keys={instruction.keys} more={instruction.moreKeys} />}
          {samples.length > 0 && <SampleList samples={samples} />}
          <ConstraintSection
            isOpen={constraint?.isOpen === true}
            choice={constraint ?? {}}
            latest={props.constraint}
            copied={props.copiedPart}
            onToggle={isOpen => props.onConstraint({ ...constraint, isOpen })}
            onChoose={choice => props.onConstraint({ ...choice, isOpen: true })}
          />
          <Robustness
            isOpen={props.memory.robustness === true}
            latest={props.robustness}
            onToggle={props.onToggleRobustness}
          />
        </div>
      )}
      {instruction && note && <Broken broken={note} fileName={state.fileName} overLastGood />}
    </main>
  );
}

/** The instruction; with tabs where the model is sent other texts as well. */
function Texts(props: AppProps): JSX.Element {
  const { instruction, broken } = props.state;
  const { views, textName } = instruction!;
  if (!views) return <Instruction {...props} />;
  return (
    <>
      <ViewTabs views={views} current={textName} disabled={broken !== undefined} />
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(textName)}>
        <Instruction {...props} />
      </div>
    </>
  );
}

function Title({ state: { names, instruction, broken } }: { state: PreviewState }): JSX.Element {
  const { name, type, runtime, description } = instruction!;
  const isOfBefore = useSettled(broken) !== undefined;
  return (
    <header>
      <h1 class={names.length > 1 ? 'hidden' : ''}>{name}</h1>
      {names.length > 1 && (
        <select
          aria-label={l10n.t('Definition')}
          value={name}
          onChange={event => vscodeApi.postMessage({ type: 'select', name: event.currentTarget.value })}
        >
          {names.map(each => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      )}
      {isOfBefore ? (
        // In place of the type: nothing moves.
        <span class="of-before">{l10n.t('from before the error')}</span>
      ) : (
        <span class="type">{runtime ? `${type} · ${runtime.title}` : type}</span>
      )}
      {runtime?.hasOthers && (
        <IconButton
          icon="diff"
          label={l10n.t('Compare Runtimes')}
          onClick={() => vscodeApi.postMessage({ type: 'compareRuntimes' })}
        />
      )}
      {description && <p class="description">{description}</p>}
    </header>
  );
}

/** What is raised; a module's message ends with its place, which is a link. */
function Raised({ message, runsModule }: { readonly message: string; readonly runsModule: boolean }): JSX.Element {
  const [place, file, line, column] = (runsModule && / \(([^()]+):(\d+):(\d+)\)$/.exec(message)) || [];
  if (place === undefined || file === undefined) return <span class="raised">{message}</span>;
  const open = () => vscodeApi.postMessage({ type: 'openModule', file, line: Number(line), column: Number(column) });
  return (
    <>
      <span class="raised">{message.slice(0, -place.length)}</span>{' '}
      <button type="button" class="link" title={l10n.t('Go to the error')} onClick={open}>
        {place.slice(2, -1)}
      </button>
    </>
  );
}

function Instruction({ state, counts, fresh, tokenEnds, copied, memory, onToggle }: AppProps): JSX.Element {
  const { error, pieces, changes, length, textName: view, runsModule } = state.instruction!;
  const title = view ?? l10n.t('Format Instruction');
  if (error?.class === 'ModuleNotTrusted')
    return (
      <NotRunNote
        text={l10n.t('not run: this workspace is not trusted')}
        link={l10n.t('Manage Workspace Trust')}
        onClick={() => vscodeApi.postMessage({ type: 'manageTrust' })}
      />
    );
  if (error)
    return (
      <div class="message error" role="alert">
        <span class="codicon codicon-error" aria-hidden="true" />
        <div>
          <p class="note">
            {runsModule
              ? l10n.t('The module gives no instruction:')
              : l10n.t('The framework raises an error instead of giving an instruction:')}
          </p>
          <p>
            <strong>{error.class}</strong>: <Raised message={error.message} runsModule={runsModule === true} />
          </p>
        </div>
      </div>
    );
  const shownLength = pieces.reduce((sum, piece) => sum + piece.text.length, 0);
  return (
    <div>
      <h2 class="hidden">{title}</h2>
      <div class="bar">
        <div class={fresh ? '' : 'stale'}>
          <TokenCounts counts={counts} />
        </div>
        <div class="buttons">
          <span class="note" aria-live="polite">
            {copied && l10n.t('Copied')}
          </span>
          <IconButton
            icon="whitespace"
            label={l10n.t('Show Whitespace')}
            pressed={memory.whitespace}
            onClick={() => onToggle('whitespace')}
          />
          <IconButton
            icon="symbol-color"
            label={l10n.t('Show Tokens in Color')}
            pressed={memory.boundaries}
            onClick={() => onToggle('boundaries')}
          />
          <IconButton
            icon="go-to-file"
            label={l10n.t('Open as Document')}
            onClick={() => vscodeApi.postMessage({ type: 'open' })}
          />
          <IconButton
            icon={copied ? 'check' : 'copy'}
            label={l10n.t('Copy')}
            onClick={() => vscodeApi.postMessage({ type: 'copy' })}
          />
        </div>
      </div>
      <InstructionText
        title={title}
        pieces={pieces}
        changes={changes}
        unknown={state.unknown}
        whitespace={memory.whitespace}
        tokenEnds={tokenEnds}
      />
      {shownLength > markedLength && (memory.whitespace || memory.boundaries) && (
        <p class="note">{l10n.t('Marks are shown in the first {0} characters.', localNumber(markedLength))}</p>
      )}
      {shownLength < length && (
        <p class="note">
          {l10n.t('The first {0} of {1} characters are shown.', localNumber(shownLength), localNumber(length))}{' '}
          <button type="button" class="link" onClick={() => vscodeApi.postMessage({ type: 'open' })}>
            {l10n.t('Open as Document')}
          </button>
        </p>
      )}
    </div>
  );
}
