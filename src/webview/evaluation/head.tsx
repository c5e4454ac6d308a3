import * as l10n from '@vscode/l10n';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { EvaluationAction, EvaluationState } from '../../protocol/evaluationProtocol.ts';
import { useStops } from './useStops.ts';
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

/** What a menu offers. */
interface MenuItem {
  readonly text: string;
  readonly icon: string;
  readonly isOff?: boolean;
  act(): void;
}

/** A button that opens a list of commands: arrow keys move in it, Escape and a click elsewhere close it. */
function Menu({
  label,
  items,
  children,
}: {
  label: string;
  items: readonly MenuItem[];
  children: ComponentChildren;
}): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const stops = useStops(items.length);
  useEffect(() => {
    if (!isOpen) return;
    list.current?.querySelector('button')?.focus();
    const close = ({ target }: Event) => {
      if (!(target instanceof Node && box.current?.contains(target))) setOpen(false);
    };
    addEventListener('pointerdown', close);
    addEventListener('focusin', close);
    return () => {
      removeEventListener('pointerdown', close);
      removeEventListener('focusin', close);
    };
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return stops.onKeyDown(event);
    event.preventDefault();
    close();
  };
  return (
    <div class="menu" ref={box}>
      <button
        ref={button}
        type="button"
        class="action"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' || isOpen) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children} <span class="codicon codicon-chevron-down" aria-hidden="true" />
      </button>
      {isOpen && (
        <div class="menu-items" id={id} ref={list} role="menu" aria-label={label} onKeyDown={onKey}>
          {items.map(({ text, icon, isOff = false, act }, i) => (
            <button
              key={text}
              type="button"
              role="menuitem"
              aria-disabled={isOff}
              onClick={() => {
                if (isOff) return;
                close();
                act();
              }}
              {...stops.button(i)}
            >
              <span class={`codicon codicon-${icon}`} aria-hidden="true" /> {text}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
