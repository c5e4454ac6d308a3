import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { CheckView, RoundTripView, TripDifference, TripView } from '../../protocol/modelProtocol.ts';

/** What training asks of the chat template, and what became of each message. */
export function RoundTrips({ roundTrip }: { readonly roundTrip: RoundTripView }): JSX.Element {
  const { trips, checks, error } = roundTrip;
  if (error !== undefined)
    return (
      <p class="broken" role="alert">
        <span class="codicon codicon-error" aria-hidden="true" /> <span>{error}</span>
      </p>
    );
  const same = trips.filter(({ outcome }) => outcome === 'same').length;
  return (
    <>
      <p class="summary" aria-live="polite">
        {l10n.t('{0} of {1} messages come back the same', same, trips.length)}
      </p>
      <ul class="trips">
        {trips.map(trip => (
          <li key={trip.name}>
            <Trip trip={trip} />
          </li>
        ))}
      </ul>
      <h2>{l10n.t('What training asks of the chat template')}</h2>
      <ul class="checks">
        {checks.map(check => (
          <Check key={check.name} check={check} />
        ))}
      </ul>
    </>
  );
}

const icons = { same: 'pass', different: 'warning', error: 'error' } as const;

function Trip({ trip }: { readonly trip: TripView }): JSX.Element {
  const { name, outcome, message, prefill, generated, differences, error, promptTail, rerendered } = trip;
  const said =
    error ??
    (outcome === 'same'
      ? l10n.t('comes back the same')
      : `${l10n.t('differs')}: ${[...new Set(differences.map(({ key }) => key))].join(', ')}`);
  return (
    <details>
      <summary>
        <span class={`codicon codicon-${icons[outcome]}`} aria-hidden="true" />
        <span class="name">{name}</span>
        <span class="note said">{said}</span>
      </summary>
      <div class="trip">
        {error !== undefined && <p class="raised">{error}</p>}
        {differences.length > 0 && <Differences differences={differences} />}
        <Text label={l10n.t('message')} text={message} />
        {prefill !== undefined && prefill !== '' && (
          <Text label={l10n.t('The prompt has begun the answer with')} text={prefill} />
        )}
        {generated !== undefined && <Text label={l10n.t('What the model would have written')} text={generated} />}
        {promptTail !== undefined && (
          <Text label={l10n.t('The prompt for this answer ends otherwise, with')} text={promptTail} />
        )}
        {rerendered && 'error' in rerendered && (
          <Text label={l10n.t('The parsed message cannot be rendered again')} text={rerendered.error} />
        )}
        {rerendered && 'text' in rerendered && (
          <Text label={l10n.t('Rendered again, the parsed message is')} text={rerendered.text} />
        )}
      </div>
    </details>
  );
}

function Text({ label, text }: { readonly label: string; readonly text: string }): JSX.Element {
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <pre>{text}</pre>
    </figure>
  );
}

function Differences({ differences }: { readonly differences: readonly TripDifference[] }): JSX.Element {
  const cell = (text: string | undefined) =>
    text === undefined ? <em class="note">{l10n.t('nothing')}</em> : <code>{text}</code>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{l10n.t('key')}</th>
          <th scope="col">{l10n.t('original')}</th>
          <th scope="col">{l10n.t('parsed')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ key, original, parsed }) => (
          <tr key={key}>
            <th scope="row">
              <code>{key}</code>
            </th>
            <td>{cell(original)}</td>
            <td>{cell(parsed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function checkText(name: CheckView['name']): string {
  switch (name) {
    case 'generation':
      return l10n.t('Generation marks');
    case 'tools':
      return l10n.t('Calls and results are rendered');
    case 'prefix':
      return l10n.t('A result only adds to the prompt before it');
  }
}

function Check({ check }: { readonly check: CheckView }): JSX.Element {
  const { name, ok, error } = check;
  const label = checkText(name);
  return (
    <li>
      <span class={`codicon codicon-${ok ? 'pass' : 'warning'}`} aria-hidden="true" />
      <span>
        {label}
        {!ok && <span class="note">: {error ?? l10n.t('fails')}</span>}
      </span>
    </li>
  );
}
