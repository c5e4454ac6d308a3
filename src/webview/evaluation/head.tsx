import type { JSX } from 'preact';
import type { EvaluationAction, EvaluationState } from '../../protocol/evaluationProtocol.ts';
import { useWords } from './evaluationWords.ts';
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
  const words = useWords();
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
            <button type="button" title={words('definition')} onClick={act('definition')}>
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
            aria-label={`${words('field')}: ${logs}`}
            onClick={act('field')}
          >
            {logs} <span class="codicon codicon-chevron-down" aria-hidden="true" />
          </button>
        ))}
      <div class="actions">
        {isRunning && !isFile ? (
          <Action action="cancel" icon="debug-stop" text={words('cancel')} onClick={onCancel} />
        ) : (
          !(run && !run.ended) && !(isFile && !view) && <Action action="again" icon="refresh" text={words('again')} />
        )}
        {!isFile && (
          <Action
            action="compare"
            icon="git-compare"
            text={words('compare')}
            isOff={!view || Boolean(run && !run.ended)}
          />
        )}
        {!isFile && (
          <Menu
            label={words('menu')}
            items={[
              { text: words('copyMarkdown'), icon: 'copy', isOff: !view, act: act('copyMarkdown') },
              { text: words('export'), icon: 'export', isOff: !view, act: act('export') },
              {
                text: words('saveSamples'),
                icon: 'save-all',
                isOff: !view?.causes.some(({ kind, count }) => kind !== 'skipped' && count > 0),
                act: act('saveSamples'),
              },
              {
                text: words('changeSchema'),
                icon: 'wand',
                isOff: !view?.causes.some(({ kind, detail }) => kind === 'error' && detail?.startsWith('/')),
                act: act('changeSchema'),
              },
            ]}
          >
            {words('menu')}
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
