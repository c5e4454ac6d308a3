import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { EvaluationRunView } from '../../protocol/evaluationProtocol.ts';
import { localNumber } from '../shared/localNumber.ts';
import { Action } from './head.tsx';

/** A run that fills the page: whom it asks, how far it is, what is being received, and how it is paused and ended. */
export function RunBar({ run }: { run: EvaluationRunView }): JSX.Element {
  const { models, task, done, total, retried, failed, paused, ended, tokens, notes, receiving } = run;
  const parts = [
    l10n.t('{0} of {1}', localNumber(done), localNumber(total)),
    ...(retried > 0 ? [l10n.t('{0} retried', localNumber(retried))] : []),
    ...(failed > 0 ? [l10n.t('{0} failed to connect', localNumber(failed))] : []),
    ...(tokens === undefined || notes ? [] : [tokens]),
  ];
  return (
    <section class="run">
      <div class="line">
        <strong>{models}</strong>
        <span class="task" title={task}>
          {task}
        </span>
        <span aria-live="polite">{parts.join(' · ')}</span>
        {!ended && (
          <span class="buttons">
            {paused ? (
              <Action action="resume" icon="play" text={l10n.t('Resume')} />
            ) : (
              <Action action="pause" icon="debug-pause" text={l10n.t('Pause')} />
            )}
            <Action action="cancel" icon="debug-stop" text={l10n.t('Cancel')} />
          </span>
        )}
      </div>
      {notes && notes.length > 0 && <p class="note">{notes.join(' · ')}</p>}
      {receiving.length > 0 && (
        <ul aria-label={l10n.t('receiving')}>
          {receiving.map(({ name, text }) => (
            <li key={name}>
              <span class="codicon codicon-sync" aria-hidden="true" /> {name} <code>{text}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
