import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import type { StreamedView } from '../../protocol/replayProtocol.ts';
import { type KeyRow, type KeyState, type StreamedRow, streamedRows } from './moment.ts';
import { useWords } from './replayWords.ts';

const icons: Readonly<Record<KeyState, string>> = {
  notYet: 'circle-outline',
  open: 'edit',
  closed: 'check',
  final: 'pass-filled',
  reopened: 'sync',
};

const differences = { guess: 'question', other: 'warning', missing: 'warning' } as const;

interface Props {
  readonly rows: readonly KeyRow[];
  /** The framework that has a streaming of its own; absent: none. */
  readonly streams: string | undefined;
  /** What that gives at the moment; absent while it is being found out. */
  readonly streamed: StreamedView | undefined;
}

/**
 * The keys of the response with what is known of each at the moment, and what the framework's own streaming gives. All
 * that are known in the end have their rows from the beginning, so that nothing moves.
 */
export function KeyStates({ rows, streams, streamed }: Props): JSX.Element | null {
  const words = useWords();
  const all = streamed ? streamedRows(rows, streamed) : rows.map(row => ({ row, streamed: undefined }));
  if (all.length === 0 && streams === undefined) return null;
  return (
    <>
      <table class={streams === undefined ? '' : 'streams'} aria-busy={streams !== undefined && !streamed}>
        <thead>
          <tr>
            <th scope="col">{words('key')}</th>
            <th scope="col">{words('state')}</th>
            <th scope="col">{words('value')}</th>
            {streams !== undefined && <th scope="col">{words('streamed', streams)}</th>}
          </tr>
        </thead>
        <tbody>
          {all.map(({ row, streamed: given }) => (
            <Row key={row.key} row={row} streams={streams !== undefined} given={given} />
          ))}
        </tbody>
      </table>
      {streamed?.error !== undefined && (
        <p class="note">
          <span class="codicon codicon-error" aria-hidden="true" /> {words('streamed', streams ?? '')}: {streamed.error}
        </p>
      )}
    </>
  );
}

const Row = memo(
  ({ row: { key, state, value }, streams, given }: RowProps) => {
    const words = useWords();
    const help = state === 'closed' ? words('closedHelp') : state === 'final' ? words('finalHelp') : undefined;
    return (
      <tr class={state}>
        <th scope="row">{key}</th>
        <td title={help ?? words(state)}>
          <span class="state">
            <span class={`codicon codicon-${icons[state]}`} aria-hidden="true" /> {words(state)}
          </span>
        </td>
        <td class="value" title={value}>
          <span class="text">{value}</span>
        </td>
        {streams && <Streamed given={given} />}
      </tr>
    );
  },
  ({ row: one, given: first }, { row: other, given: second }) =>
    one.key === other.key &&
    one.state === other.state &&
    one.value === other.value &&
    first?.value === second?.value &&
    first?.differs === second?.differs,
);

interface RowProps {
  readonly row: KeyRow;
  /** Whether there is a column for what the framework's own streaming gives. */
  readonly streams: boolean;
  readonly given: StreamedRow | undefined;
}

/** What the framework's own streaming gives for a key, with how that stands to what is known, in a word and an icon. */
function Streamed({ given: { value, differs } = {} }: { given: StreamedRow | undefined }): JSX.Element {
  const words = useWords();
  return (
    <td class="value" title={value}>
      {differs && (
        <span class={`differs ${differs}`}>
          <span class={`codicon codicon-${differences[differs]}`} aria-hidden="true" /> {words(differs)}{' '}
        </span>
      )}
      <span class="text">{value}</span>
    </td>
  );
}
