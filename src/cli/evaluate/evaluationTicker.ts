import type { EvaluationProgress } from '../../portable/logs/fold.ts';
import type { Io } from '../io.ts';

/** Milliseconds between two lines of progress. */
const interval = 250;

/** Shows on a terminal how far an evaluation is, in one line that is taken away at the end. */
export function ticker({ stderr, env }: Io): { progress(progress: EvaluationProgress): void; end(): void } {
  const isTerminal = (stderr as { isTTY?: boolean }).isTTY === true && env.CI === undefined;
  // The first rows are shown at once.
  let last = Number.NEGATIVE_INFINITY;
  let isShown = false;
  return {
    progress({ tables, bytes, total }) {
      const now = performance.now();
      if (!isTerminal || now - last < interval) return;
      last = now;
      isShown = true;
      const share = total ? ` · ${Math.min(100, Math.round((100 * bytes) / total))} %` : '';
      const { size } = tables[0]!;
      stderr.write(`\r\x1b[K${size.toLocaleString('en-US')} ${size === 1 ? 'row' : 'rows'}${share}`);
    },
    end() {
      if (isShown) stderr.write('\r\x1b[K');
    },
  };
}
