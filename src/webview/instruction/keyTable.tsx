import type { JSX } from 'preact';
import type { KeyRow } from '../../protocol/instructionProtocol.ts';
import { useWords } from './instructionWords.ts';
import { vscodeApi } from './vscodeApi.ts';

/** Where each key of the value goes. `more`: how many keys have no row. */
export function KeyTable({ keys, more }: { keys: readonly KeyRow[]; more: number | undefined }): JSX.Element {
  const words = useWords();
  return (
    <section aria-labelledby="destinations">
      <h2 id="destinations">{words('destinations')}</h2>
      <table class="keys">
        <thead>
          <tr>
            <th scope="col">{words('key')}</th>
            {destinations.map(name => (
              <th scope="col" key={name}>
                {words(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keys.map(row => (
            <Row key={row.key ?? ''} row={row} other={keys.length > 1 ? 'anyOtherKey' : 'anyKey'} />
          ))}
        </tbody>
      </table>
      {more !== undefined && (
        <p class="note">{words('moreKeys', more.toLocaleString(document.documentElement.lang))}</p>
      )}
    </section>
  );
}

const destinations = ['content', 'memory', 'metadata'] as const;

/** `other`: what a row without a key is called. */
function Row({ row, other }: { row: KeyRow; other: 'anyKey' | 'anyOtherKey' }): JSX.Element {
  const words = useWords();
  const { key, origin } = row;
  const nowhere = !destinations.some(name => row[name]);
  return (
    <tr class={nowhere ? 'nowhere' : ''}>
      <th scope="row">
        {key !== undefined && origin ? (
          <button
            type="button"
            class="link key"
            onClick={() => vscodeApi.postMessage({ type: 'reveal', span: origin })}
          >
            {key}
          </button>
        ) : (
          <span class={key === undefined ? 'other' : 'key'}>{key ?? words(other)}</span>
        )}{' '}
        {row.required && <span class="note">{words('required')}</span>}{' '}
        {nowhere && <span class="note">{words('goesNowhere')}</span>}
      </th>
      {destinations.map(name => (
        <td key={name}>{row[name] && <span class={`destination ${name}`}>{words(name)}</span>}</td>
      ))}
    </tr>
  );
}
