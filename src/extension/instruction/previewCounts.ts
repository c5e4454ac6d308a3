import * as vscode from 'vscode';
import { markedLength, type TokenCountView } from '../../protocol/instructionProtocol.ts';
import { logError } from '../logError.ts';
import type { Services } from '../services.ts';
import { getSetting } from '../settings.ts';
import { engineCounter } from '../tokens/tokenizers.ts';

/** A text's tokens under the counters of the settings; `withBoundaries`: and where the first counter's tokens end in the part that is marked. */
export async function previewCounts(
  { engine: { responses }, log }: Services,
  uri: vscode.Uri,
  text: string,
  withBoundaries: boolean,
): Promise<{ readonly counts: readonly TokenCountView[]; readonly boundaries?: readonly number[] }> {
  const spec = (counter: string) => engineCounter(counter, uri);
  const counts = await Promise.all(
    getSetting('tokens.counters', uri).map(async counter => {
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
