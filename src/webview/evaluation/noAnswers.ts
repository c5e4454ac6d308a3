import type { EvaluationView } from '../../protocol/evaluationView.ts';

/** Why a model gave no answer at all. */
const failures: ReadonlySet<string> = new Set(['connection-failed', 'refused-key']);

/** Whether no row has a response because no model answered: another field of the log has none either. */
export function hasNoAnswers({ causes, moreCauses }: Pick<EvaluationView, 'causes' | 'moreCauses'>): boolean {
  const counted = causes.filter(({ count }) => count > 0);
  return counted.length > 0 && moreCauses === 0 && counted.every(({ code }) => failures.has(code));
}
