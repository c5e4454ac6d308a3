import { EngineError } from '../../../../src/engine/core/errors.ts';
import type { PyDict } from '../../../../src/engine/core/pyValue.ts';

/** Why a step was not finished. `retry`: the model is asked again, with what is rendered from `template`; `exit`: the run ends. */
export class StepEnd extends Error {
  readonly kind: 'format' | 'blocked' | 'syntax' | 'retryWithOutput' | 'retryWithoutOutput' | 'exit';
  readonly status: string;
  readonly extra: PyDict;
  constructor(kind: StepEnd['kind'], message = '', options: { status?: string; extra?: PyDict } = {}) {
    super(message);
    this.kind = kind;
    this.status = options.status ?? '';
    this.extra = options.extra ?? new Map();
  }
}

/** The end of the script: nothing is known of what would follow. */
export class ScriptEnd extends Error {}

/** Why a step ended: anything that is not an answer of SWE-agent's own to a step ends the run with its text. */
export function endOf(error: unknown): StepEnd {
  if (error instanceof StepEnd) return error;
  if (!(error instanceof EngineError)) throw error;
  const kind = error.class === 'RecursionError' ? 'runtime' : 'unknown';
  return new StepEnd('exit', `Exit due to ${kind} error: ${error.message}`, { status: 'exit_error' });
}
