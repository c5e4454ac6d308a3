import type { AnalysisAnswer, AnalysisWorker } from '../../../portable/patterns/patternAnalyses.ts';
import type { PatternAnswer, PatternWorker } from '../../../portable/patterns/patternQueue.ts';
import { webPatternCode } from './webPatternCode.ts';
import { startWorker, type WebWorker } from './webWorkers.ts';

/** How long a worker may take to start, in milliseconds: a browser says nothing of one that cannot. */
const startLimitMs = 20_000;

/** Starts a web worker that runs patterns. It is terminated at the limit, whatever it is doing. */
export async function startPatternWorker(): Promise<PatternWorker> {
  const worker = startWorker(webPatternCode());
  const ready = await answerOf(worker, startLimitMs).catch(() => undefined);
  if (ready === undefined) {
    worker.terminate();
    throw new Error('The pattern’s worker could not be started.');
  }
  return {
    ask(job, limitMs) {
      worker.postMessage(job);
      return answerOf<PatternAnswer>(worker, limitMs);
    },
    terminate: () => worker.terminate(),
  };
}

/** Starts web workers that analyse patterns; what analyses is fetched with the first. */
export function analysisWorkers(dist: () => Promise<string>): () => Promise<AnalysisWorker> {
  let code: Promise<string> | undefined;
  const load = async () => {
    const answer = await fetch(`${await dist()}/patternAnalysis.js`);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer.text();
  };
  return async () => {
    code ??= load();
    const worker = startWorker(await code);
    return {
      ask(question, limitMs) {
        worker.postMessage(question);
        return answerOf<AnalysisAnswer>(worker, limitMs);
      },
      terminate: () => worker.terminate(),
    };
  };
}

/** A worker's next message; `undefined` when the limit passed. Rejects when it fails. */
function answerOf<T>(worker: WebWorker, limitMs: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    // An answer that has arrived while this thread was busy is still in time.
    const timer = setTimeout(() => setTimeout(() => resolve(undefined)), limitMs);
    worker.onmessage = ({ data }) => {
      clearTimeout(timer);
      resolve(data as T);
    };
    worker.onerror = event => {
      event.preventDefault?.();
      clearTimeout(timer);
      reject(new Error(event.message || 'The worker ended.'));
    };
  });
}
