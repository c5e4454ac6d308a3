import type { JSX } from 'preact';
import type { TokenCountView } from '../../protocol/instructionProtocol.ts';
import { useWords } from './instructionWords.ts';

/** How many tokens the instruction has, under each counter. */
export function TokenCounts({ counts }: { counts: readonly TokenCountView[] }): JSX.Element {
  const words = useWords();
  return (
    <ul class="counts" aria-live="polite">
      {counts.map(({ counter, count, exact, basis }) => (
        <li key={counter} title={basis}>
          {count === undefined ? (
            basis
          ) : (
            <>
              <strong>{words('tokens', count.toLocaleString(document.documentElement.lang))}</strong>{' '}
              <span class="counter">{exact ? counter : words('estimate', counter)}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
