import { parentPort, workerData } from 'node:worker_threads';
import { checkSync } from 'recheck/lib/browser.js';
import type { PatternRisk, PatternShape } from '../engine/index.ts';

/** `dist/patternAnalysis.js`, a worker: answers one pattern, given as its data, with its risk or with nothing. */
const { source, flags, limitMs } = workerData as PatternShape & { readonly limitMs: number };
const found = checkSync(source, flags, { timeout: limitMs });
const risk: PatternRisk | undefined =
  found.status === 'vulnerable'
    ? {
        growth: found.complexity.type,
        ...(found.complexity.type === 'polynomial' && { degree: found.complexity.degree }),
        attack: found.attack.string,
        example: found.attack.pattern,
      }
    : undefined;
parentPort?.postMessage(risk);
