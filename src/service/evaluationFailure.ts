import { EngineError } from '../engine/index.ts';
import type { EvaluationLog } from './evaluationLogs.ts';

/** Why a log cannot be read, by the code of the system's error. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file any more',
  EACCES: 'reading it is not allowed',
  EPERM: 'reading it is not allowed',
};

/** Why an evaluation failed, for its user: a log that cannot be read is named as it is shown, not by a call of the system. */
export function evaluationFailure(error: unknown, logs: readonly EvaluationLog[]): string {
  if (error instanceof EngineError) return `${error.class}: ${error.message}`;
  if (!(error instanceof Error)) return String(error);
  const { code = '', path } = error as Error & { readonly code?: string; readonly path?: string };
  const log = logs.find(({ file }) => file !== undefined && file === path);
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  return log && reason !== undefined ? `${log.path}: ${reason}.` : error.message;
}
