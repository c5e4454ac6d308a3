import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { TokenCountView } from '../../protocol/instructionProtocol.ts';

/** A button with an icon. `pressed` makes it a switch. */
export function IconButton(props: {
  readonly icon: string;
  readonly label: string;
  readonly pressed?: boolean;
  readonly onClick: () => void;
}): JSX.Element {
  const { icon, label, pressed, onClick } = props;
  return (
    <button type="button" class="icon" title={label} aria-label={label} aria-pressed={pressed} onClick={onClick}>
      <span class={`codicon codicon-${icon}`} aria-hidden="true" />
    </button>
  );
}

/** How many tokens the instruction has, under each counter. */
export function TokenCounts({ counts }: { counts: readonly TokenCountView[] }): JSX.Element {
  return (
    <ul class="counts" aria-live="polite">
      {counts.map(({ counter, count, exact, basis }) => (
        <li key={counter} title={basis}>
          {count === undefined ? (
            basis
          ) : (
            <>
              <strong>{l10n.t('{0} tokens', count.toLocaleString(document.documentElement.lang))}</strong>{' '}
              <span class="counter">{exact ? counter : l10n.t('{0}, estimate', counter)}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
