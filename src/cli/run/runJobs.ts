import { askConversation } from '../../providers/askConversation.ts';
import { counted, ownCount } from '../../providers/ownCount.ts';
import type { PlannedRun } from '../../providers/planRun.ts';
import type { Io } from '../io.ts';
import type { RunTask } from './loadRuns.ts';
import type { Target } from './runTargets.ts';

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
