import type { EvaluationFile } from '../../engine/index.ts';
import type { LogsEvaluation } from '../../portable/logs/judgeLogs.ts';
import { exitCode, type Io, tell } from '../io.ts';
import type { EvaluateOptions } from './evaluateOptions.ts';
import type { Gate } from './evaluationReporters.ts';
import { noResponse } from './reportEvaluation.ts';

/** The largest share of rows that may be given up. */
const mostUntried = 0.01;

/** What an evaluation had to reach, and what it missed. */
export function evaluationGates(
  { totals, rate, interval, withRetries, baseline }: EvaluationFile,
  { minRate, isStrict }: Pick<EvaluateOptions, 'minRate' | 'isStrict'>,
): readonly Gate[] {
  const gates: Gate[] = [];
  // With retries the runs' last answers count, as in `run`.
  const result = withRetries ?? { rate, interval };
  const share = isStrict ? result.interval[0] : result.rate;
  if (minRate !== undefined) {
    const isMissed = share === null || share < minRate;
    const what = isStrict ? 'The lower end of the interval' : 'The share of ok rows';
    gates.push({
      name: 'min-rate',
      limit: String(minRate),
      ...(isMissed && { missed: `${what} is ${share === null ? 'not known' : share.toFixed(4)}, below ${minRate}.` }),
    });
  }
  if (baseline) {
    const { better, worse, rate: before, note } = baseline;
    const isSmaller = worse === undefined && rate !== null && typeof before === 'number' && rate < before;
    const missed =
      worse !== undefined && worse > 0
        ? `${worse} ${worse === 1 ? 'row that was ok is' : 'rows that were ok are'} not ok any more (${better} got better).`
        : isSmaller
          ? `The share of ok rows is ${rate.toFixed(4)}, it was ${before.toFixed(4)}${note ? ` (${note})` : ''}.`
          : undefined;
    gates.push({ name: 'baseline', limit: '', ...(missed !== undefined && { missed }) });
  }
  const { rows, untried } = totals;
  if (untried > 0) {
    const isMissed = untried > mostUntried * rows;
    const share = ((100 * untried) / rows).toFixed(1);
    gates.push({
      name: 'untried',
      limit: `${100 * mostUntried} %`,
      ...(isMissed && {
        missed: `${untried.toLocaleString('en-US')} of ${rows.toLocaleString('en-US')} rows (${share} %) were not tried: too many rows near them ran into the time limit. The share is that of the others. Mend the pattern or module, or leave it out.`,
      }),
    });
  }
  return gates;
}

/** The exit code, and a word where there was nothing to judge. */
export async function evaluationCode(
  evaluation: EvaluationFile,
  gates: readonly Gate[],
  judged: LogsEvaluation,
  io: Io,
): Promise<number> {
  const isCancelled = io.signal?.aborted === true;
  if (evaluation.rate === null && evaluation.totals.untried === 0) {
    await tell(io.stderr, `${noResponse(judged)}\n`);
    return isCancelled ? exitCode.interrupted : exitCode.usage;
  }
  if (isCancelled) return exitCode.interrupted;
  return gates.some(({ missed }) => missed !== undefined) ? exitCode.failed : exitCode.fine;
}
