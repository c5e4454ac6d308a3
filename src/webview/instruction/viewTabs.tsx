import * as l10n from '@vscode/l10n';
import type { JSX, TargetedKeyboardEvent } from 'preact';
import { nextTab } from './nextTab.ts';
import { vscodeApi } from './vscodeApi.ts';

/** The id of the panel that the tabs choose the text of. */
export const panelId = 'text';

/** The id of the tab of a text. */
export function tabId(name: string | undefined): string {
  return `tab ${name ?? ''}`.replaceAll(' ', '-');
}

interface Props {
  readonly views: readonly string[];
  /** Absent: the instruction. */
  readonly current: string | undefined;
  /** The file is broken: no other text can be made. */
  readonly disabled: boolean;
}

/** Tabs for the texts that the model is sent: the instruction and the others. Arrow keys move, as in every tab list. */
export function ViewTabs({ views, current, disabled }: Props): JSX.Element {
  const names = [undefined, ...views];
  const choose = (name: string | undefined) => {
    if (!disabled) vscodeApi.postMessage(name === undefined ? { type: 'view' } : { type: 'view', name });
  };
  const move = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const next = nextTab(event.key, names.indexOf(current), names.length);
    if (next === undefined || disabled) return;
    event.preventDefault();
    choose(names[next]);
    (event.currentTarget.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={l10n.t('What the Model Is Sent')} onKeyDown={move}>
      {names.map(name => (
        <button
          key={name ?? ''}
          id={tabId(name)}
          type="button"
          role="tab"
          aria-selected={name === current}
          aria-controls={panelId}
          aria-disabled={disabled}
          tabIndex={name === current ? 0 : -1}
          onClick={() => choose(name)}
        >
          {name ?? l10n.t('Format Instruction')}
        </button>
      ))}
    </div>
  );
}
