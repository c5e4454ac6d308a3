import { EngineError, oneLine, toJsonText, toJsonValue } from '../../engine/index.ts';
import { requestFor } from '../../providers/askConversation.ts';
import type { ModelRequest } from '../../providers/modelApi.ts';
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
