import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { EvaluationAction, EvaluationState } from '../../protocol/evaluationProtocol.ts';
import { Menu } from './menu.tsx';
import { vscodeApi } from './vscodeApi.ts';

/** The definition, the logs with the field of their responses, and what can be done with the evaluation. */
export function Head({
  state: { view, phase, run, isFile, name, logs: unread },
  onCancel,
}: {
  state: EvaluationState;
  onCancel: () => void;
}): JSX.Element {
  const isRunning = phase === 'running' && !run;
  const first = view?.logs[0];
  const others = (view?.logs.length ?? 0) - 1;
  const logs = first ? `${first.path}${others > 0 ? ` +${others}` : ''} · ${first.field}` : unread;
  return (
    <header>
      <div class="title">
        <h1>
          {isFile ? (
            view?.parser.name
          ) : (
            <button type="button" title={l10n.t('Go to Definition')} onClick={act('definition')}>
              {view?.parser.name ?? name}
            </button>
          )}
        </h1>
        <span class="type">{view?.parser.type}</span>
      </div>
      {logs !== undefined &&
        (isFile || !first ? (
          <span class="logs">{logs}</span>
        ) : (
          <button
            type="button"
            class="logs"
            title={view?.logs.map(({ path, reader, field }) => `${path} · ${reader} · ${field}`).join('\n')}
            aria-label={`${l10n.t('Response Field')}: ${logs}`}
            onClick={act('field')}
          >
            {logs} <span class="codicon codicon-chevron-down" aria-hidden="true" />
          </button>
        ))}
      <div class="actions">
        {isRunning && !isFile ? (
          <Action action="cancel" icon="debug-stop" text={l10n.t('Cancel')} onClick={onCancel} />
        ) : (
          !(run && !run.ended) &&
          !(isFile && !view) && <Action action="again" icon="refresh" text={l10n.t('Evaluate Again')} />
        )}
        {!isFile && (
          <Action
            action="compare"
            icon="git-compare"
            text={l10n.t('Compare with…')}
            isOff={!view || Boolean(run && !run.ended)}
          />
        )}
        {!isFile && (
          <Menu
            label={l10n.t('More')}
            items={[
              { text: l10n.t('Copy as Markdown'), icon: 'copy', isOff: !view, act: act('copyMarkdown') },
              { text: l10n.t('Export…'), icon: 'export', isOff: !view, act: act('export') },
              {
                text: l10n.t('Save One per Cause…'),
                icon: 'save-all',
                isOff: !view?.causes.some(({ kind, count }) => kind !== 'skipped' && count > 0),
                act: act('saveSamples'),
              },
              {
                text: l10n.t('What Could Change…'),
                icon: 'wand',
                isOff: !view?.causes.some(({ kind, detail }) => kind === 'error' && detail?.startsWith('/')),
                act: act('changeSchema'),
              },
            ]}
          >
            {l10n.t('More')}
          </Menu>
        )}
      </div>
    </header>
  );
}

/** A button that does something with the whole evaluation. */
export function Action({
  action,
  icon,
  text,
  isOff = false,
  onClick = act(action),
}: {
  action: EvaluationAction;
  icon: string;
  text: string;
  isOff?: boolean;
  onClick?: () => void;
}): JSX.Element {
  return (
    <button type="button" class="action" title={text} disabled={isOff} onClick={onClick}>
      <span class={`codicon codicon-${icon}`} aria-hidden="true" /> <span>{text}</span>
    </button>
  );
}

function act(action: EvaluationAction): () => void {
  return () => vscodeApi.postMessage({ type: 'action', action });
}
