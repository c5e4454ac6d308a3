/** `dist/evaluation.js`: a thread that judges batches of a log's records, see `WorkerJudges`. */
import { parentPort, workerData } from 'node:worker_threads';
import { withoutModules } from '../../engine/index.ts';
import { createBatchJudge, type LogPlan } from '../../portable/logs/batchJudge.ts';
import { withModuleRights } from '../moduleRights.ts';
import { nodeHost, withPython, withTables } from '../nodeHost.ts';
import type { WorkerAnswer, WorkerPlan, WorkerQuestion } from './workerJudges.ts';

const { plan, tables, python, modules } = workerData as WorkerPlan;
// Errors are data here, and nobody looks at their stacks: they would cost more than the reading.
Error.stackTraceLimit = 0;
const pythonHost = python === undefined ? nodeHost : withPython(nodeHost, python);
const rightsHost = modules ? withModuleRights(pythonHost, () => modules) : pythonHost;
const ownHost = modules === false ? withoutModules(nodeHost, 'untrusted') : rightsHost;
const judge = createBatchJudge(plan, tables === undefined ? ownHost : withTables(ownHost, tables));
let logPlan: LogPlan | undefined;

parentPort?.on('message', async ({ batch, plan }: WorkerQuestion) => {
  logPlan = plan ?? logPlan;
  const answer = await judge(batch, logPlan!).then(
    (verdicts): WorkerAnswer => ({ verdicts }),
    (error: unknown): WorkerAnswer => ({ failed: error instanceof Error ? error.message : String(error) }),
  );
  parentPort?.postMessage(answer);
});
