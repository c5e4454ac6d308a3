import * as vscode from 'vscode';
import { markedLength, type TokenCountView } from '../../protocol/instructionProtocol.ts';
import { logError } from '../errorTexts.ts';
import type { Services } from '../services.ts';
import { getSetting } from '../settings.ts';
import { engineCounter, type NamedTokenizer } from '../tokens/tokenizers.ts';

/** A text's tokens under `own`, where there is one, and the counters of the settings; `withBoundaries`: and where the first counter's tokens end in the part that is marked. */
export async function previewCounts(
  { engine: { responses }, log }: Services,
  uri: vscode.Uri,
  text: string,
  withBoundaries: boolean,
  own?: Pick<NamedTokenizer, 'name' | 'counter'>,
): Promise<{ readonly counts: readonly TokenCountView[]; readonly boundaries?: readonly number[] }> {
  const named = getSetting('tokens.counters', uri);
  const added = own && !named.includes(own.name) ? own : undefined;
  const spec = (counter: string) => (counter === added?.name ? added.counter : engineCounter(counter, uri));
  const counters = added ? [added.name, ...named] : named;
  const counts = await Promise.all(
    counters.map(async counter => {
      try {
        const { counts, exact, basis } = await responses.countTokens([text], spec(counter));
        return { counter, count: counts[0]!, exact, basis };
      } catch (error) {
        logError(log, error);
        return { counter, exact: false, basis: vscode.l10n.t('Tokens cannot be counted with "{0}".', counter) };
      }
    }),
  );
  const first = counts.find(({ count }) => count !== undefined)?.counter;
  if (!withBoundaries || first === undefined) return { counts };
  return { counts, boundaries: await responses.tokenBoundaries(text.slice(0, markedLength), spec(first)) };
}
