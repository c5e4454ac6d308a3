import type { JSX } from 'preact';
import type {
  MutatedSampleView,
  MutationView,
  RobustnessCounts,
  RobustnessToPreview,
  UnmutatedSampleView,
} from '../../view/robustnessProtocol.ts';
import { vscodeApi } from './vscodeApi.ts';
import { useWords } from './words.ts';

/** What is known of the robustness of the definition that is shown. */
export type KnownRobustness = Extract<RobustnessToPreview, { type: 'robustness' }>;

interface Props {
  readonly isOpen: boolean;
  readonly known: KnownRobustness | undefined;
  readonly onToggle: (isOpen: boolean) => void;
}

/** The id of the section's summary. */
export const robustnessId = 'robustness';

/** How the definition takes its samples when they are mutated as models err. Works only while it is open. */
export function Robustness({ isOpen, known, onToggle }: Props): JSX.Element {
  const words = useWords();
  const view = known?.view;
  return (
    <details class="robustness" open={isOpen} onToggle={event => onToggle(event.currentTarget.open)}>
      <summary id={robustnessId}>
        <h2>{words('robustness')}</h2>{' '}
        {isOpen && (
          <span class="summary" aria-live="polite">
            {view?.score !== undefined && `${words('robustnessScore', view.score)} `}
            {known?.checking && words('checking')}
          </span>
        )}
      </summary>
      {isOpen && view && (
        <div class={known.checking ? 'stale' : ''}>
          {view.score === undefined ? (
            !known.checking && <p class="note">{words('noMutations')}</p>
          ) : (
            <p class="note">{words('robustnessHelp')}</p>
          )}
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
                    {words('notMutated')}: {sample.reason}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {view.more > 0 && <p class="note">{words('moreSamples', view.more)}</p>}
        </div>
      )}
    </details>
  );
}

function MutatedSample({ sample }: { sample: MutatedSampleView }): JSX.Element {
  const words = useWords();
  const { mutations, skipped } = sample;
  const severity = { changed: 0, error: 1, same: 2 };
  const failed = mutations
    .filter(({ passed }) => !passed)
    .sort((one, other) => severity[one.outcome] - severity[other.outcome]);
  const taken = mutations.filter(({ passed }) => passed);
  const title = `mutated-${sample.sample}`;
  return (
    <section aria-labelledby={title}>
      <h3 id={title}>
        <SampleName sample={sample} /> <Counts counts={sample} />
      </h3>
      {failed.length > 0 && <MutationTable mutations={failed} sample={sample.sample} label={title} />}
      {taken.length > 0 && (
        <details>
          <summary>{words('taken', taken.length)}</summary>
          <MutationTable mutations={taken} sample={sample.sample} label={title} />
        </details>
      )}
      {skipped.length > 0 && (
        <details>
          <summary>{words('notTried', skipped.length)}</summary>
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
  const words = useWords();
  const parts = [
    words('mutationsTaken', passed, tried),
    ...(changed > 0 ? [words('silentlyDifferent', changed)] : []),
    ...(errors > 0 ? [words('errorsCounted', errors)] : []),
  ];
  return <span class="summary">{parts.join(' · ')}</span>;
}

interface TableProps {
  readonly mutations: readonly MutationView[];
  readonly sample: number;
  /** The id of the element that names the table. */
  readonly label: string;
}

function MutationTable({ mutations, sample, label }: TableProps): JSX.Element {
  const words = useWords();
  return (
    <table class="mutations" aria-labelledby={label}>
      <thead>
        <tr>
          <th scope="col">{words('mutation')}</th>
          <th scope="col">{words('outcome')}</th>
          <th scope="col">{words('whatCameOut')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {mutations.map(mutation => (
          <MutationRow key={mutation.operator} mutation={mutation} sample={sample} />
        ))}
      </tbody>
    </table>
  );
}

const outcomes = {
  same: { icon: 'pass', word: 'mutationSame' },
  error: { icon: 'error', word: 'mutationError' },
  changed: { icon: 'warning', word: 'mutationChanged' },
} as const;

function MutationRow({ mutation, sample }: { mutation: MutationView; sample: number }): JSX.Element {
  const words = useWords();
  const { operator, summary, outcome, passed, detail } = mutation;
  const { icon, word } = outcomes[outcome];
  const post = (type: 'openMutation' | 'saveMutation') => vscodeApi.postMessage({ type, sample, operator });
  return (
    <tr>
      <th scope="row">{summary}</th>
      <td class="outcome">
        <span class={`codicon codicon-${passed ? 'pass' : icon}`} aria-hidden="true" /> {words(word)}
      </td>
      <td class="detail">{detail}</td>
      <td class="actions">
        <button
          type="button"
          class="link"
          aria-label={`${words('openMutation')}: ${summary}`}
          onClick={() => post('openMutation')}
        >
          {words('openMutation')}
        </button>{' '}
        {!passed && (
          <button
            type="button"
            class="link"
            aria-label={`${words('saveMutation')}: ${summary}`}
            onClick={() => post('saveMutation')}
          >
            {words('saveMutation')}
          </button>
        )}
      </td>
    </tr>
  );
}
