import { checkSync } from 'recheck/lib/browser.js';
import type { PatternRisk, PatternShape } from '../../engine/index.ts';

/** Through what a worker gets its questions and answers them: its scope in a browser, its port on Node. */
interface Port {
  onmessage: (event: { readonly data: PatternShape & { readonly limitMs: number } }) => void;
  postMessage(answer: { readonly risk: PatternRisk | undefined }): void;
}

/** What Node gives a CommonJS module, of which this file is built. */
declare function require(module: 'node:worker_threads'): { readonly parentPort: Port };

/** `dist/patternAnalysis.js`, a worker of Node and of browsers alike, so that it is shipped once: answers a pattern with its risk. */
const port: Port =
  'postMessage' in globalThis
    ? (globalThis as unknown as Port)
    : // biome-ignore lint/style/noRestrictedGlobals: only Node, where it is there, comes here.
      require('node:worker_threads').parentPort;
port.onmessage = ({ data: { limitMs, ...pattern } }) => port.postMessage({ risk: riskOf(pattern, limitMs) });

/** Looks in this thread for a text that keeps a pattern busy; `undefined`: none was found within the limit. */
function riskOf({ source, flags }: PatternShape, limitMs: number): PatternRisk | undefined {
  const found = checkSync(source, flags, { timeout: limitMs });
  if (found.status !== 'vulnerable') return undefined;
  return {
    growth: found.complexity.type,
    ...(found.complexity.type === 'polynomial' && { degree: found.complexity.degree }),
    attack: found.attack.string,
    example: found.attack.pattern,
  };
}
