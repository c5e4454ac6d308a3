// What a pattern worker runs, as a text (`patternCode`).
import { parentPort } from 'node:worker_threads';
import type { PatternJob } from '../engine/index.ts';
import { answerPattern } from '../portable/patterns/answerPattern.ts';

parentPort?.on('message', (job: PatternJob) => parentPort?.postMessage(...answerPattern(job)));
