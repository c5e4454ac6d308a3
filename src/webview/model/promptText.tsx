import * as l10n from '@vscode/l10n';
import type { JSX, TargetedKeyboardEvent } from 'preact';
import { memo } from 'preact/compat';
import { useMemo, useState } from 'preact/hooks';
import type { TextSpan } from '../../protocol/guards.ts';
import type { PromptView } from '../../protocol/modelProtocol.ts';
import { type PromptLine, type PromptPart, promptLines } from './promptLines.ts';
import { vscodeApi } from './vscodeApi.ts';

const reveal = (span: TextSpan) => vscodeApi.postMessage({ type: 'reveal', span });

/** The prompt, with the lines of the template that its lines came from beside them: a click, or Enter on a line's number, leads there. */
export function PromptText({ prompt }: { readonly prompt: PromptView }): JSX.Element {
  const { pieces, changes } = prompt;
  const lines = useMemo(() => promptLines(pieces, changes), [pieces, changes]);
  const [current, setCurrent] = useState(0);
  const numbered = lines.flatMap(({ from }, i) => (from ? [i] : []));
  const tabStop = numbered.includes(current) ? current : numbered[0];
  const move = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const at = numbered.indexOf(tabStop ?? -1);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: numbered.length - 1 }[event.key];
    const next = to === undefined ? undefined : numbered[to];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-line="${next}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section does not keep white space.
    <div class="prompt" role="region" aria-label={l10n.t('Prompt')} onKeyDown={move}>
      {lines.map((line, i) => (
        <Line key={i} line={line} index={i} isTabStop={i === tabStop} onFocus={setCurrent} />
      ))}
    </div>
  );
}

const Line = memo(
  (props: {
    readonly line: PromptLine;
    readonly index: number;
    readonly isTabStop: boolean;
    readonly onFocus: (index: number) => void;
  }) => {
    const { line, index, isTabStop, onFocus } = props;
    const { from, parts } = line;
    return (
      <div class="line">
        {from ? (
          <button
            type="button"
            class="from"
            data-line={index}
            tabIndex={isTabStop ? 0 : -1}
            title={l10n.t('From line {0} of the template', from.line)}
            aria-label={l10n.t('From line {0} of the template', from.line)}
            onFocus={() => onFocus(index)}
            onClick={() => reveal(from.origin)}
          >
            {from.line}
          </button>
        ) : (
          <span class="from" />
        )}
        <span class="text">
          {parts.map((part, i) => (
            <Part key={i} part={part} />
          ))}
          {'\n'}
        </span>
      </div>
    );
  },
);

function Part({ part }: { readonly part: PromptPart }): JSX.Element {
  const { text, origin, generation, added, removed } = part;
  if (text === '') {
    const label = l10n.t('Removed: {0}', removed ?? '');
    return <span class="removed" role="img" aria-label={label} title={label} />;
  }
  const Mark = added ? 'ins' : 'span';
  const title = added
    ? removed === undefined
      ? l10n.t('New since the last choice')
      : l10n.t('Before the last choice: {0}', removed)
    : generation
      ? l10n.t('What the model is to write: a generation block printed it')
      : undefined;
  const go = () => {
    // The end of a selection is not a click.
    if (getSelection()?.isCollapsed !== false) reveal(origin);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the number of the line does the same for the keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same.
    <Mark class={generation ? 'generation' : undefined} title={title} onClick={go}>
      {text}
    </Mark>
  );
}
