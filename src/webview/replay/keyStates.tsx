import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import type { StreamedView } from '../../protocol/replayProtocol.ts';
import { type KeyRow, type KeyState, type StreamedRow, streamedRows } from './moment.ts';

const icons: Readonly<Record<KeyState, string>> = {
  notYet: 'circle-outline',
  open: 'edit',
  closed: 'check',
  final: 'pass-filled',
  reopened: 'sync',
};

const differences = { guess: 'question', other: 'warning', missing: 'warning' } as const;

function stateText(state: KeyState): string {
  switch (state) {
    case 'notYet':
      return l10n.t('not yet');
    case 'open':
      return l10n.t('open');
    case 'closed':
      return l10n.t('closed');
    case 'final':
      return l10n.t('final');
    case 'reopened':
      return l10n.t('came again');
  }
}

function differenceText(difference: keyof typeof differences): string {
  switch (difference) {
    case 'guess':
      return l10n.t('a guess');
    case 'other':
      return l10n.t('another value');
    case 'missing':
      return l10n.t('left out');
  }
}

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
  const all = streamed ? streamedRows(rows, streamed) : rows.map(row => ({ row, streamed: undefined }));
  if (all.length === 0 && streams === undefined) return null;
  return (
    <>
      <table class={streams === undefined ? '' : 'streams'} aria-busy={streams !== undefined && !streamed}>
        <thead>
          <tr>
            <th scope="col">{l10n.t('key')}</th>
            <th scope="col">{l10n.t('state')}</th>
            <th scope="col">{l10n.t('value')}</th>
            {streams !== undefined && <th scope="col">{l10n.t('{0} streams', streams)}</th>}
          </tr>
        </thead>
        <tbody>
          {all.map(({ row, streamed: streamedRow }) => (
            <Row key={row.key} row={row} streams={streams !== undefined} streamedRow={streamedRow} />
          ))}
        </tbody>
      </table>
      {streamed?.error !== undefined && (
        <p class="note">
          <span class="codicon codicon-error" aria-hidden="true" /> {l10n.t('{0} streams', streams ?? '')}:{' '}
          {streamed.error}
        </p>
      )}
    </>
  );
}

const Row = memo(
  ({ row: { key, state, value }, streams, streamedRow }: RowProps) => {
    const help =
      state === 'closed'
        ? l10n.t('Its end has been read; the key may come again')
        : state === 'final'
          ? l10n.t('Nothing that may follow changes it, but for an error')
          : undefined;
    return (
      <tr class={state}>
        <th scope="row">{key}</th>
        <td title={help ?? stateText(state)}>
          <span class="state">
            <span class={`codicon codicon-${icons[state]}`} aria-hidden="true" /> {stateText(state)}
          </span>
        </td>
        <td class="value" title={value}>
          <span class="text">{value}</span>
        </td>
        {streams && <Streamed streamedRow={streamedRow} />}
      </tr>
    );
  },
  ({ row: one, streamedRow: first }, { row: other, streamedRow: second }) =>
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
  readonly streamedRow: StreamedRow | undefined;
}

/** What the framework's own streaming gives for a key, with how that stands to what is known, in a word and an icon. */
function Streamed({ streamedRow: { value, differs } = {} }: { streamedRow: StreamedRow | undefined }): JSX.Element {
  return (
    <td class="value" title={value}>
      {differs && (
        <span class={`differs ${differs}`}>
          <span class={`codicon codicon-${differences[differs]}`} aria-hidden="true" /> {differenceText(differs)}{' '}
        </span>
      )}
      <span class="text">{value}</span>
    </td>
  );
}
