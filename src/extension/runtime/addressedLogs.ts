import type { EvaluationLog, LogsRunner } from '../../service/evaluationLogs.ts';
import type { HostFiles } from '../hostFiles.ts';

/** Reads logs of other file systems through the extension host, and gives their bytes to whoever reads logs. */
export function addressedLogs(logs: LogsRunner, files: HostFiles): LogsRunner {
  const withBytes = async (log: EvaluationLog): Promise<EvaluationLog> =>
    log.address === undefined ? log : { ...log, bytes: await files.readWhole(log.address) };
  const all = (some: readonly EvaluationLog[]) => Promise.all(some.map(withBytes));
  return {
    stateOf: async log => (log.address === undefined ? logs.stateOf(log) : undefined),
    evaluate: async (some, plan, hooks) => logs.evaluate(await all(some), plan, hooks),
    async evaluateMore(log, start, plan, hooks) {
      // The log of a run that has no answer yet is not there.
      const read = await withBytes(log).catch(() => undefined);
      return read && logs.evaluateMore(read, start, plan, hooks);
    },
    firstRows: async (some, limits, definition) => logs.firstRows(await all(some), limits, definition),
    write: (file, pieces) => logs.write(file, pieces),
    merge: (own, others) => logs.merge(own, others),
  };
}
