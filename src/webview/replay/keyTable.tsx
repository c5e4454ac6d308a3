import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import type { KeyRow, KeyState } from './moment.ts';
import { useWords } from './replayWords.ts';

const icons: Readonly<Record<KeyState, string>> = {
  notYet: 'circle-outline',
  open: 'edit',
  closed: 'check',
  final: 'pass-filled',
  reopened: 'sync',
};

/** The keys of the response with what is known of each at the moment. All have their rows from the beginning, so that nothing moves. */
export function KeyTable({ rows }: { rows: readonly KeyRow[] }): JSX.Element | null {
  const words = useWords();
  if (rows.length === 0) return null;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{words('key')}</th>
          <th scope="col">{words('state')}</th>
          <th scope="col">{words('value')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <Row key={row.key} row={row} />
        ))}
      </tbody>
    </table>
  );
}

const Row = memo(
  ({ row: { key, state, value } }: { row: KeyRow }) => {
    const words = useWords();
    const help = state === 'closed' ? words('closedHelp') : state === 'final' ? words('finalHelp') : undefined;
    return (
      <tr class={state}>
        <th scope="row">{key}</th>
        <td title={help}>
          <span class="state">
            <span class={`codicon codicon-${icons[state]}`} aria-hidden="true" /> {words(state)}
          </span>
        </td>
        <td class="value" title={value}>
          {value}
        </td>
      </tr>
    );
  },
  ({ row: one }, { row: other }) => one.key === other.key && one.state === other.state && one.value === other.value,
);
