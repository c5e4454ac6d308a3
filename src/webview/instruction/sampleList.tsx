import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { SampleView } from '../../protocol/instructionProtocol.ts';
import { vscodeApi } from './vscodeApi.ts';

/** The definition's samples and what became of each. */
export function SampleList({ samples }: { samples: readonly SampleView[] }): JSX.Element {
  const passed = samples.filter(sample => sample.passed).length;
  return (
    <section aria-labelledby="samples">
      <h2 id="samples">
        {l10n.t('Samples')} <span class="summary">{l10n.t('{0} of {1} pass', passed, samples.length)}</span>
      </h2>
      <ul class="samples">
        {samples.map(sample => (
          <li key={`${sample.span.start}`}>
            <span
              class={`codicon codicon-${sample.skipped ? 'debug-step-over' : sample.passed ? 'pass' : 'error'}`}
              role="img"
              aria-label={sample.skipped ? l10n.t('Skipped') : sample.passed ? l10n.t('Passed') : l10n.t('Failed')}
            />
            <button
              type="button"
              class="link"
              onClick={() => vscodeApi.postMessage({ type: 'reveal', span: sample.span })}
            >
              {sample.name}
            </button>
            <span class="detail">{sample.detail}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
