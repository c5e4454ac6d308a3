import type { PatternRisk, PatternShape } from '../../engine/index.ts';
import { riskOf } from './riskOf.ts';

/** What a worker is asked and answers through: its scope in a browser, its port on Node. */
interface Port {
  onmessage: (event: { readonly data: PatternShape & { readonly limitMs: number } }) => void;
  postMessage(answer: { readonly risk: PatternRisk | undefined }): void;
}

/** `dist/patternAnalysis.js`, a worker of Node and of browsers alike, so that it is shipped once: answers a pattern with its risk. */
const port: Port =
  'postMessage' in globalThis
    ? (globalThis as unknown as Port)
    : // biome-ignore lint/style/noRestrictedGlobals: only Node, where it is there, comes here.
      require('node:worker_threads').parentPort;
port.onmessage = ({ data: { limitMs, ...pattern } }) => port.postMessage({ risk: riskOf(pattern, limitMs) });
