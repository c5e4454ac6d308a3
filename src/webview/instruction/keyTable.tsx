import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { KeyRow } from '../../protocol/instructionProtocol.ts';
import { localNumber } from '../shared/localNumber.ts';
import { vscodeApi } from './vscodeApi.ts';

/** Where each key of the value goes. `more`: how many keys have no row. */
export function KeyTable({ keys, more }: { keys: readonly KeyRow[]; more: number | undefined }): JSX.Element {
  return (
    <section aria-labelledby="destinations">
      <h2 id="destinations">{l10n.t('Where Each Key Goes')}</h2>
      <table class="keys">
        <thead>
          <tr>
            <th scope="col">{l10n.t('key')}</th>
            {destinations.map(name => (
              <th scope="col" key={name}>
                {destinationText(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keys.map(row => (
            <Row key={row.key ?? ''} row={row} other={keys.length > 1 ? l10n.t('any other key') : l10n.t('any key')} />
          ))}
        </tbody>
      </table>
      {more !== undefined && <p class="note">{l10n.t('{0} more keys', localNumber(more))}</p>}
    </section>
  );
}

const destinations = ['content', 'memory', 'metadata'] as const;

function destinationText(destination: (typeof destinations)[number]): string {
  switch (destination) {
    case 'content':
      return l10n.t('content');
    case 'memory':
      return l10n.t('memory');
    case 'metadata':
      return l10n.t('metadata');
  }
}

/** `other`: what a row without a key is called. */
function Row({ row, other }: { row: KeyRow; other: string }): JSX.Element {
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
          <span class={key === undefined ? 'other' : 'key'}>{key ?? other}</span>
        )}{' '}
        {row.required && <span class="note">{l10n.t('required')}</span>}{' '}
        {nowhere && <span class="note">{l10n.t('goes nowhere')}</span>}
      </th>
      {destinations.map(name => (
        <td key={name}>{row[name] && <span class={`destination ${name}`}>{destinationText(name)}</span>}</td>
      ))}
    </tr>
  );
}
