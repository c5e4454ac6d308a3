import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type {
  MutatedSampleView,
  MutationView,
  RobustnessCounts,
  RobustnessToPreview,
  RobustnessView,
  UnmutatedSampleView,
} from '../../protocol/robustnessProtocol.ts';
import { IconButton } from '../shared/iconButton.tsx';
import { vscodeApi } from './vscodeApi.ts';

/** What is known of the robustness of the definition that is shown. */
export type KnownRobustness = Extract<RobustnessToPreview, { type: 'robustness' }>;

interface Props {
  readonly isOpen: boolean;
  readonly latest: KnownRobustness | undefined;
  readonly onToggle: (isOpen: boolean) => void;
}

/** The id of the section's summary. */
export const robustnessId = 'robustness';

/** How the definition takes its samples when they are mutated as models err. Works only while it is open. */
export function Robustness({ isOpen, latest, onToggle }: Props): JSX.Element {
  const view = latest?.view;
  // Not made again with every key pressed: there may be a thousand rows.
  const body = useMemo(() => view && <Report view={view} />, [view]);
  return (
    <details class="robustness" open={isOpen} onToggle={event => onToggle(event.currentTarget.open)}>
      <summary id={robustnessId}>
        <h2>{l10n.t('Robustness')}</h2>{' '}
        {isOpen && (
          <span class="summary" aria-live="polite">
            {view?.score !== undefined && `${l10n.t('{0} of 100', view.score)} `}
            {latest?.checking && l10n.t('Checking…')}
          </span>
        )}
      </summary>
      {isOpen && <div class={latest?.checking ? 'stale' : ''}>{body}</div>}
    </details>
  );
}

function Report({ view }: { view: RobustnessView }): JSX.Element {
  return (
    <>
      <p class="note">
        {view.score === undefined
          ? l10n.t('Robustness needs a sample that passes. Save a good response as a sample to see it mutated here.')
          : l10n.t(
              'Good samples are mutated in the ways in which models err. The score is the percentage of mutations that give the same value or, where part of the answer was lost, an error.',
            )}
      </p>
      {view.own.length > 0 && <OwnValues own={view.own} />}
      {view.mutated.length > 1 && (
        <p>
          <Counts counts={view} />
        </p>
      )}
      {view.mutated.map(sample => (
        <MutatedSample key={sample.sample} sample={sample} />
      ))}
      {view.unmutated.length > 0 && (
        <ul class="samples">
          {view.unmutated.map(sample => (
            <li key={sample.sample}>
              <SampleName sample={sample} />
              <span class="detail">
                {l10n.t('not mutated')}: {sample.reason}
              </span>
            </li>
          ))}
        </ul>
      )}
      {view.more > 0 && <p class="note">{l10n.t('{0} more samples were not mutated.', view.more)}</p>}
    </>
  );
}

/** What breaks without a mutation: each message leads to what it is about. */
function OwnValues({ own }: Pick<RobustnessView, 'own'>): JSX.Element {
  return (
    <section aria-labelledby="own-values">
      <h3 id="own-values">{l10n.t('Values of its own that are not read as they are written')}</h3>
      <ul class="samples own">
        {own.map(({ message, span }) => (
          <li key={`${span.start} ${message}`}>
            <span class="codicon codicon-warning" aria-hidden="true" />{' '}
            <button type="button" class="link" onClick={() => vscodeApi.postMessage({ type: 'reveal', span })}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function MutatedSample({ sample }: { sample: MutatedSampleView }): JSX.Element {
  const { mutations, skipped } = sample;
  const failed = mutations.filter(mutation => !mutation.passed);
  const passed = mutations.filter(mutation => mutation.passed);
  const title = `mutated-${sample.sample}`;
  return (
    <section aria-labelledby={title}>
      <h3 id={title}>
        <SampleName sample={sample} /> <Counts counts={sample} />
      </h3>
      {failed.length > 0 && <MutationTable mutations={failed} sample={sample.sample} label={title} />}
      {passed.length > 0 && (
        <details>
          <summary>{l10n.t('{0} passed', passed.length)}</summary>
          <MutationTable mutations={passed} sample={sample.sample} label={title} />
        </details>
      )}
      {skipped.length > 0 && (
        <details>
          <summary>{l10n.t('{0} mutations do not apply', skipped.length)}</summary>
          <ul class="samples">
            {skipped.map(({ summary, reason }) => (
              <li key={summary}>
                {summary} <span class="detail">{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function SampleName({ sample: { name, span } }: { sample: MutatedSampleView | UnmutatedSampleView }): JSX.Element {
  return (
    <button type="button" class="link" onClick={() => vscodeApi.postMessage({ type: 'reveal', span })}>
      {name}
    </button>
  );
}

function Counts({ counts: { passed, tried, errors, changed } }: { counts: RobustnessCounts }): JSX.Element {
  const parts = [
    l10n.t('{0} of {1} mutations passed', passed, tried),
    ...(changed > 0 ? [l10n.t('{0} silently different', changed)] : []),
    ...(errors > 0 ? [l10n.t('{0} errors', errors)] : []),
  ];
  return <span class="summary">{parts.join(' · ')}</span>;
}

interface TableProps {
  readonly mutations: readonly MutationView[];
  readonly sample: number;
  /** The id of the element that names the table. */
  readonly label: string;
}

const outcomes = [
  { outcome: 'changed', icon: 'warning' },
  { outcome: 'error', icon: 'error' },
  { outcome: 'same', icon: 'pass' },
] as const;

function outcomeText(outcome: (typeof outcomes)[number]['outcome']): string {
  switch (outcome) {
    case 'changed':
      return l10n.t('silently different');
    case 'error':
      return l10n.t('error');
    case 'same':
      return l10n.t('same value');
  }
}

/** Mutations by their outcome, the worst first. */
function MutationTable({ mutations, sample, label }: TableProps): JSX.Element {
  const groups = outcomes.map(group => ({ ...group, rows: mutations.filter(each => each.outcome === group.outcome) }));
  return (
    <table class="mutations" aria-labelledby={label}>
      <colgroup>
        <col class="what" />
        <col />
        <col class="do" />
      </colgroup>
      <thead class="hidden">
        <tr>
          <th scope="col">{l10n.t('mutation')}</th>
          <th scope="col">{l10n.t('what came out')}</th>
          <td />
        </tr>
      </thead>
      {groups
        .filter(({ rows }) => rows.length > 0)
        .map(({ outcome, icon, rows }) => (
          <tbody key={outcome}>
            <tr>
              <th scope="rowgroup" colSpan={3} class="outcome">
                <span class={`codicon codicon-${rows[0]?.passed ? 'pass' : icon}`} aria-hidden="true" />{' '}
                {outcomeText(outcome)}
              </th>
            </tr>
            {rows.map(mutation => (
              <MutationRow key={mutation.operator} mutation={mutation} sample={sample} />
            ))}
          </tbody>
        ))}
    </table>
  );
}

function MutationRow({ mutation, sample }: { mutation: MutationView; sample: number }): JSX.Element {
  const { operator, summary, passed, causes = [] } = mutation;
  const post = (type: 'openMutation' | 'saveMutation') => vscodeApi.postMessage({ type, sample, operator });
  return (
    <tr>
      <th scope="row" title={summary}>
        {summary}
      </th>
      <td class="detail">
        <WhatCameOut mutation={mutation} cause={causes.map(code => code.replaceAll('-', ' ')).join(', ')} />
      </td>
      <td>
        <div class="buttons">
          <IconButton icon="go-to-file" label={`${l10n.t('Open')}: ${summary}`} onClick={() => post('openMutation')} />
          {!passed && (
            <IconButton
              icon="save"
              label={`${l10n.t('Save as Sample')}: ${summary}`}
              onClick={() => post('saveMutation')}
            />
          )}
        </div>
      </td>
    </tr>
  );
}

/** Why it failed on one line, the cause and the error's class; the framework's sentence folded below. A difference is its own line. */
function WhatCameOut({ mutation, cause }: { mutation: MutationView; cause: string }): JSX.Element {
  const { error, detail } = mutation;
  if (error === undefined) return <span title={detail}>{detail}</span>;
  const line = (
    <>
      {cause !== '' && <span class="cause">{cause}</span>} {error}
    </>
  );
  if (detail === '') return line;
  return (
    <details>
      <summary title={[cause, error].filter(Boolean).join(' · ')}>{line}</summary>
      {detail}
    </details>
  );
}
