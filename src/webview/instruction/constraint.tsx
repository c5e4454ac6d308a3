import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type {
  ConstraintBody,
  ConstraintChoice,
  ConstraintPart,
  ConstraintToPreview,
  ConstraintView,
  UnkeptView,
} from '../../protocol/constraintProtocol.ts';
import { IconButton } from '../shared/iconButton.tsx';
import { InlineCode } from '../shared/inlineCode.tsx';
import { vscodeApi } from './vscodeApi.ts';

/** What is known of the constraint of the definition that is shown. */
export type KnownConstraint = Extract<ConstraintToPreview, { type: 'constraint' }>;

interface Props {
  readonly isOpen: boolean;
  readonly choice: ConstraintChoice;
  readonly latest: KnownConstraint | undefined;
  /** What was copied just now. */
  readonly copied: ConstraintPart | undefined;
  readonly onToggle: (isOpen: boolean) => void;
  readonly onChoose: (choice: ConstraintChoice) => void;
}

/** The id of the section's summary. */
export const constraintId = 'constraint';

/** What holds a model to the format, for an engine. Works only while it is open. */
export function ConstraintSection({ isOpen, choice, latest, copied, onToggle, onChoose }: Props): JSX.Element {
  const view = latest?.view;
  return (
    <details class="constraint" open={isOpen} onToggle={event => onToggle(event.currentTarget.open)}>
      <summary id={constraintId}>
        <h2>{l10n.t('Constraint')}</h2>{' '}
        <span class="summary" aria-live="polite">
          {isOpen && latest?.checking && l10n.t('Checking…')}
        </span>
      </summary>
      {isOpen && view && (
        <div class={latest.checking ? 'stale' : ''}>
          <p class="note">
            {l10n.t('What holds a model to this format, for an engine, and what the engine does not keep of it.')}
          </p>
          <div class="bar">
            <Choices view={view} choice={choice} onChoose={onChoose} />
            {'text' in view.body && <Buttons hasRequest={view.body.hasRequest} copied={copied} />}
          </div>
          <Body body={view.body} />
        </div>
      )}
    </details>
  );
}

function Choices({
  view,
  choice,
  onChoose,
}: Pick<Props, 'choice' | 'onChoose'> & { view: ConstraintView }): JSX.Element {
  const { engines, engine, forms, body } = view;
  const chosen = choice.form !== undefined && forms.includes(choice.form) ? choice.form : '';
  const best = 'form' in body && chosen === '' ? `${l10n.t('the best form')} (${body.form})` : l10n.t('the best form');
  return (
    <div class="choices">
      <label>
        {l10n.t('Engine')}{' '}
        <select value={engine} onChange={event => onChoose({ engine: event.currentTarget.value })}>
          {engines.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label>
        {l10n.t('Form')}{' '}
        <select
          value={chosen}
          onChange={({ currentTarget: { value } }) => onChoose({ engine, ...(value !== '' && { form: value }) })}
        >
          <option value="">{best}</option>
          {forms.map(form => (
            <option key={form} value={form}>
              {form}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function Buttons({ hasRequest, copied }: { hasRequest: boolean; copied: ConstraintPart | undefined }): JSX.Element {
  const copy = (part: ConstraintPart) => () => vscodeApi.postMessage({ type: 'copyConstraint', part });
  return (
    <div class="buttons">
      <span class="note" aria-live="polite">
        {copied && l10n.t('Copied')}
      </span>
      {hasRequest && (
        <IconButton
          icon={copied === 'request' ? 'check' : 'export'}
          label={l10n.t('Copy for Request')}
          onClick={copy('request')}
        />
      )}
      <IconButton
        icon="go-to-file"
        label={l10n.t('Open Constraint as Document')}
        onClick={() => vscodeApi.postMessage({ type: 'openConstraint' })}
      />
      <IconButton
        icon={copied === 'constraint' ? 'check' : 'copy'}
        label={l10n.t('Copy Constraint')}
        onClick={copy('constraint')}
      />
    </div>
  );
}

function Body({ body }: { body: ConstraintBody }): JSX.Element {
  if ('failure' in body)
    return (
      <p class="note">
        <InlineCode text={body.failure} />
      </p>
    );
  const language = document.documentElement.lang;
  const { text, length, unkept, more, enforced, proof, samples, reasoning, notes } = body;
  return (
    <>
      <p>
        {[
          ...(enforced > 0 ? [l10n.t('enforces {0} keywords', enforced)] : []),
          ...(unkept.length === 0 ? [l10n.t('Nothing is dropped.')] : []),
        ].join(' · ')}
      </p>
      {unkept.length > 0 && (
        <ul class="unkept">
          {unkept.map((each, i) => (
            <Unkept key={i} unkept={each} />
          ))}
          {more > 0 && <li class="note">{l10n.t('{0} more keywords', more)}</li>}
        </ul>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a section does not keep white space. */}
      <pre
        class="instruction grammar"
        role="region"
        aria-label={l10n.t('Constraint')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus.
        tabIndex={0}
      >
        {text}
      </pre>
      {text.length < length && (
        <p class="note">
          {l10n.t(
            'The first {0} of {1} characters are shown.',
            text.length.toLocaleString(language),
            length.toLocaleString(language),
          )}
        </p>
      )}
      {proof && !proof.fault && (
        <p class="note">{l10n.t('Proved: {0} sentences read as they were written.', proof.sentences)}</p>
      )}
      {proof?.fault && (
        <div class="message error" role="alert">
          <span class="codicon codicon-error" aria-hidden="true" />
          <div>
            <p>{l10n.t('Not proved: this sentence does not read as it was written.')}</p>
            <p class="raised">{proof.fault.text}</p>
            <p class="note">{proof.fault.reason}</p>
          </div>
        </div>
      )}
      {samples.map(({ name, reason }) => (
        <p key={name} class="note">
          {l10n.t('The sample “{0}” is not a sentence of it: {1}', name, reason)}
        </p>
      ))}
      {reasoning !== undefined && <p class="note">{l10n.t('When it begins to hold: {0}', reasoning)}</p>}
      {notes.map(note => (
        <p key={note} class="note">
          <InlineCode text={note} />
        </p>
      ))}
    </>
  );
}

function verdictText(verdict: UnkeptView['verdict']): string {
  switch (verdict) {
    case 'refuses':
      return l10n.t('refuses');
    case 'drops':
      return l10n.t('drops');
    case 'narrows':
      return l10n.t('narrows');
  }
}

function Unkept({ unkept: { verdict, keyword, reason, span } }: { unkept: UnkeptView }): JSX.Element {
  return (
    <li>
      {verdictText(verdict)}{' '}
      <button type="button" class="link" onClick={() => vscodeApi.postMessage({ type: 'reveal', span })}>
        {keyword}
      </button>{' '}
      <span class="detail">
        <InlineCode text={reason} />
      </span>
    </li>
  );
}
