import type { JSX } from 'preact';
import type { CheckView, RoundTripView, TripDifference, TripView } from '../../protocol/modelProtocol.ts';
import { useWords } from './modelWords.ts';

/** What training asks of the chat template, and what became of each message. */
export function RoundTrips({ roundTrip }: { readonly roundTrip: RoundTripView }): JSX.Element {
  const words = useWords();
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
        {words('summary', same, trips.length)}
      </p>
      <ul class="trips">
        {trips.map(trip => (
          <li key={trip.name}>
            <Trip trip={trip} />
          </li>
        ))}
      </ul>
      <h2>{words('checks')}</h2>
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
  const words = useWords();
  const { name, outcome, message, prefill, generated, differences, error, promptTail, rerendered } = trip;
  const said =
    error ??
    (outcome === 'same'
      ? words('same')
      : `${words('differs')}: ${[...new Set(differences.map(({ key }) => key))].join(', ')}`);
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
        <Text label={words('message')} text={message} />
        {prefill !== undefined && prefill !== '' && <Text label={words('prefill')} text={prefill} />}
        {generated !== undefined && <Text label={words('generated')} text={generated} />}
        {promptTail !== undefined && <Text label={words('promptTail')} text={promptTail} />}
        {rerendered && 'error' in rerendered && <Text label={words('rerenderError')} text={rerendered.error} />}
        {rerendered && 'text' in rerendered && <Text label={words('rerendered')} text={rerendered.text} />}
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
  const words = useWords();
  const cell = (text: string | undefined) =>
    text === undefined ? <em class="note">{words('nothing')}</em> : <code>{text}</code>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{words('key')}</th>
          <th scope="col">{words('wrote')}</th>
          <th scope="col">{words('parsed')}</th>
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

function Check({ check }: { readonly check: CheckView }): JSX.Element {
  const words = useWords();
  const { name, ok, error } = check;
  const label = words(({ generation: 'generation', tools: 'calls', prefix: 'prefix' } as const)[name]);
  return (
    <li>
      <span class={`codicon codicon-${ok ? 'pass' : 'warning'}`} aria-hidden="true" />
      <span>
        {label}
        {!ok && <span class="note">: {error ?? words('failed')}</span>}
      </span>
    </li>
  );
}
