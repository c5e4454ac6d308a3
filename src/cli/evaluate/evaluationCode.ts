import type { EvaluationFile } from '../../engine/index.ts';
import type { LogsEvaluation } from '../../portable/logs/judgeLogs.ts';
import { exitCode, type Io, tell } from '../io.ts';
import type { Gate } from './evaluationReporters.ts';
import { noResponse } from './reportEvaluation.ts';

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
