import type { EvaluationMemory, EvaluationState, HostToEvaluation } from '../../protocol/evaluationProtocol.ts';
import type { ReadResponse, RowSlice } from '../../protocol/rowQuery.ts';

/** What an evaluation's page knows. */
export interface Shown {
  readonly state?: EvaluationState;
  readonly memory?: EvaluationMemory;
  readonly slice: RowSlice;
  /** The rows are those of the query before. */
  readonly isOld?: boolean;
  /** The response of a row that came last. */
  readonly read?: ReadResponse;
  /** It was cancelled here, and the host may not have heard of it. */
  readonly isCancelled?: boolean;
}

/** What the page knows after a message. */
export function after(before: Shown, message: HostToEvaluation): Shown {
  switch (message.type) {
    case 'rows':
      return { ...before, slice: { from: message.from, rows: message.rows }, isOld: false };
    case 'response': {
      const { row, response } = message;
      return { ...before, read: { row, ...(response && { response }) } };
    }
    case 'state': {
      const { state, memory } = message;
      // The host tells of the end itself; what it sent before it heard of the click is older than the click.
      const isCancelled = before.isCancelled === true && state.phase === 'running';
      const next = { ...before, state: isCancelled ? cancelled(state) : state, isCancelled };
      return memory ? { ...next, memory } : next;
    }
  }
}

/** What the page knows after a click on Cancel: nobody has to be waited for. */
export function afterCancel(before: Shown): Shown {
  return before.state?.phase === 'running' ? { ...before, state: cancelled(before.state), isCancelled: true } : before;
}

function cancelled({ share: _, ...state }: EvaluationState): EvaluationState {
  return { ...state, phase: 'cancelled' };
}
