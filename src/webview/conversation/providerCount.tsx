import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { FormattedView } from '../../protocol/conversationView.ts';
import { localNumber } from '../shared/localNumber.ts';
import { vscodeApi } from './vscodeApi.ts';

/** The number that the provider's API gave, or the button that leads to asking for it. */
export function ProviderCount({ view }: { readonly view: FormattedView }): JSX.Element | null {
  const { counted, provider } = view;
  if (counted)
    return (
      <span class="note exact-count">
        {l10n.t('{0} tokens, exact, from {1}', localNumber(counted.tokens), counted.host)}
      </span>
    );
  if (provider === undefined) return null;
  return (
    <button type="button" class="link" onClick={() => vscodeApi.postMessage({ type: 'countWithApi' })}>
      {l10n.t('Count with {0}’s API…', provider)}
    </button>
  );
}
