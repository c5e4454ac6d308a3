import type { JSX } from 'preact';
import type { SampleView } from '../../protocol/instructionProtocol.ts';
import { useWords } from './instructionWords.ts';
import { vscodeApi } from './vscodeApi.ts';

/** The definition's samples and what became of each. */
export function SampleList({ samples }: { samples: readonly SampleView[] }): JSX.Element {
  const words = useWords();
  const passed = samples.filter(sample => sample.passed).length;
  return (
    <section aria-labelledby="samples">
      <h2 id="samples">
        {words('samples')} <span class="summary">{words('samplesPass', passed, samples.length)}</span>
      </h2>
      <ul class="samples">
        {samples.map(sample => (
          <li key={`${sample.span.start}`}>
            <span
              class={`codicon codicon-${sample.skipped ? 'debug-step-over' : sample.passed ? 'pass' : 'error'}`}
              role="img"
              aria-label={words(sample.skipped ? 'skipped' : sample.passed ? 'passed' : 'failed')}
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
