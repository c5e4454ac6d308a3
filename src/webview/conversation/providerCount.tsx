import type { JSX } from 'preact';
import type { FormattedView } from '../../protocol/conversationView.ts';
import { count, useWords } from './conversationWords.ts';
import { vscodeApi } from './vscodeApi.ts';

/** The number that the provider's API gave, or the button that leads to asking for it. */
export function ProviderCount({ view }: { readonly view: FormattedView }): JSX.Element | null {
  const words = useWords();
  const { counted, provider } = view;
  if (counted) return <span class="note exact-count">{words('exactFrom', count(counted.tokens), counted.host)}</span>;
  if (provider === undefined) return null;
  return (
    <button type="button" class="link" onClick={() => vscodeApi.postMessage({ type: 'countWithApi' })}>
      {words('countWithApi', provider)}
    </button>
  );
}
