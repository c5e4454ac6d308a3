import { type RunStart, runLineText, runOnce } from '../engine/index.ts';
import { type AskedConversation, askConversation } from '../providers/askConversation.ts';
import type { Io } from './io.ts';
import type { PlannedRun } from './loadRuns.ts';
import type { Target } from './runTargets.ts';

/** A run that is to be made. */
export interface Job {
  readonly id: string;
  readonly target: Target;
  readonly planned: PlannedRun;
}

/** What is done with an answer, or with the failure of its connection; `isRead` is absent where there is no answer. */
export type Recorder = (job: Job, retry: number, asked: AskedConversation, isRead?: boolean) => Promise<void>;

/** Every run that is to be made, each with an id of its own: the model, the sample whose task it is, a number. */
export function jobsOf(planned: readonly PlannedRun[], targets: readonly Target[], runs: number): readonly Job[] {
  const models = targets.map(({ address }) => address.model);
  const nameOf = ({ address }: Target, i: number) =>
    models.indexOf(address.model) === models.lastIndexOf(address.model) ? address.model : `${address.model}@${i + 1}`;
  return targets.flatMap((target, i) =>
    planned.flatMap(plan =>
      Array.from({ length: runs }, (_, n) => ({
        id: [nameOf(target, i), ...(plan.name === undefined ? [] : [plan.name]), n + 1].join('/'),
        target,
        planned: plan,
      })),
    ),
  );
}

/** Makes a run. Rejects with what the formatter raises, and when it is cancelled. */
export async function runJob(
  { id, target, planned }: Job,
  { retries, timeout }: { readonly retries: number; readonly timeout: number },
  io: Io,
  record: Recorder,
): Promise<void> {
  const { address, key, parameters } = target;
  const options = { timeout, ...(key !== undefined && { key }), ...(io.signal && { signal: io.signal }) };
  const start: RunStart = planned.start;
  const ask = (conversation: RunStart['conversation']) =>
    askConversation(conversation, { address, parameters, format: planned.format, host: io.host }, options);
  for await (const { retry, asked, result } of runOnce(start, ask, retries))
    await record({ id, target, planned }, retry, asked, result?.ok);
}

/** The line of an answer in the log. */
export function lineOf({ id, target }: Job, retry: number, asked: AskedConversation): string {
  const { request, reply, response, attempts, ms, error } = asked;
  return runLineText({
    id,
    model: target.address.model,
    retry,
    attempts,
    request: request.body,
    ...(response !== undefined && { response }),
    ...(reply?.reasoning !== undefined && { reasoning: reply.reasoning }),
    ...(reply?.finishReason !== undefined && { finishReason: reply.finishReason }),
    ...(reply?.usage && { usage: reply.usage }),
    ms,
    ...(error !== undefined && { error }),
  });
}
