import { EngineError, oneLine, toJsonText, toJsonValue } from '../../engine/index.ts';
import { askConversation, requestFor } from '../../providers/askConversation.ts';
import type { ModelRequest } from '../../providers/modelApi.ts';
import { counted, ownCount } from '../../providers/ownCount.ts';
import type { PlannedRun } from '../../providers/planRun.ts';
import { exitCode, type Io, print, tell, UsageError } from '../io.ts';
import type { RunTask } from './loadRuns.ts';
import type { Target } from './runTargets.ts';

/** The first request of every run, exactly as it is sent but for the key. Throws `UsageError` where a formatter raises. */
export async function firstRequests(
  planned: readonly RunTask[],
  targets: readonly Target[],
  io: Io,
): Promise<readonly ModelRequest[]> {
  const requests: ModelRequest[] = [];
  for (const { address, parameters, constraint } of targets)
    for (const { start, format } of planned) {
      try {
        const { request, warnings } = await requestFor(start.conversation, {
          address,
          parameters,
          constraint,
          format,
          bound: start.bound,
          host: io.host,
        });
        for (const warning of warnings) await tell(io.stderr, `${oneLine(`warning: ${warning}`)}\n`);
        requests.push(request);
      } catch (error) {
        if (error instanceof EngineError) throw new UsageError(oneLine(`${error.class}: ${error.message}`));
        throw error;
      }
    }
  return requests;
}

/** Prints requests: `POST`, the address, the body. */
export async function showRequests(requests: readonly ModelRequest[], io: Io): Promise<number> {
  for (const { url, body } of requests) await print(io.stdout, `POST ${url}\n${toJsonText(toJsonValue(body))}\n`);
  return exitCode.fine;
}

/** Every run that is to be made, each with an id of its own: the model, the sample whose task it is, a number. */
export function runsOf(
  tasks: readonly RunTask[],
  targets: readonly Target[],
  { runs, timeout, counter }: { readonly runs: number; readonly timeout: number; readonly counter?: string },
  io: Io,
): readonly PlannedRun[] {
  const models = targets.map(({ address }) => address.model);
  const nameOf = ({ address }: Target, i: number) =>
    models.indexOf(address.model) === models.lastIndexOf(address.model) ? address.model : `${address.model}@${i + 1}`;
  return targets.flatMap((target, i) =>
    tasks.flatMap(({ name, start, format }) => {
      const count = ownCount(target.address.model, {
        host: io.host,
        format,
        ...(counter !== undefined && { counter }),
      });
      return Array.from({ length: runs }, (_, n) => ({
        id: [nameOf(target, i), ...(name === undefined ? [] : [name]), n + 1].join('/'),
        model: target.address.model,
        start,
        ask: counted(conversation => {
          const { address, parameters, constraint, key } = target;
          const options = { timeout, ...(key !== undefined && { key }), ...(io.signal && { signal: io.signal }) };
          const { readsResponsesApi, bound } = start;
          const how = { address, parameters, constraint, format, readsResponsesApi, bound, host: io.host };
          return askConversation(conversation, how, options);
        }, count),
      }));
    }),
  );
}
