import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { TokenCountView } from '../../protocol/instructionProtocol.ts';
import { localNumber } from './localNumber.ts';

/** How many tokens a text has, under each counter. */
export function TokenCounts({ counts }: { readonly counts: readonly TokenCountView[] }): JSX.Element {
  return (
    <ul class="counts" aria-live="polite">
      {counts.map(({ counter, count, exact, basis }) => (
        <li key={counter} title={basis}>
          {count === undefined ? (
            basis
          ) : (
            <>
              <strong>{l10n.t('{0} tokens', localNumber(count))}</strong>{' '}
              <span class="note">{exact ? counter : l10n.t('{0}, estimate', counter)}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
