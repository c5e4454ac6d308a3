import { parentPort, workerData } from 'node:worker_threads';
import type { PatternShape } from '../engine/index.ts';
import { riskOf } from '../portable/patterns/riskOf.ts';

/** `dist/patternAnalysis.js`, a worker: answers one pattern, given as its data, with its risk or with nothing. */
const { limitMs, ...pattern } = workerData as PatternShape & { readonly limitMs: number };
parentPort?.postMessage(riskOf(pattern, limitMs));
