import type { JSX } from 'preact';
import type { ChangesView } from '../../protocol/instructionProtocol.ts';
import { useWords } from './instructionWords.ts';

/** What changed in the instruction since the file was last saved. */
export function ChangeList({ changes }: { changes: ChangesView }): JSX.Element {
  const words = useWords();
  const { added, removed, lines } = changes;
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">
        {words('changes')}{' '}
        {lines && (
          <span class="summary">
            <span class="added">+{added}</span> <span class="removed">−{removed}</span>
          </span>
        )}
      </h2>
      {lines ? (
        <pre class="changes">
          {lines.map((line, i) => (
            <span key={i} class={`change ${names[line.sign]}`}>
              {`${line.sign} ${line.text}\n`}
            </span>
          ))}
        </pre>
      ) : (
        <p>{words('tooManyChanges')}</p>
      )}
    </section>
  );
}

const names = { '+': 'added', '-': 'removed', ' ': 'same', '…': 'gap' } as const;
