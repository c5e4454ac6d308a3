import type { PatternShape } from '../../../engine/index.ts';
import { riskOf } from '../../../portable/patterns/riskOf.ts';

/** `dist/web/patternAnalysis.js`, a web worker: answers one pattern with its risk, or with nothing. */
const scope = globalThis as unknown as {
  onmessage: (event: { readonly data: PatternShape & { readonly limitMs: number } }) => void;
  postMessage(message: unknown): void;
};
scope.onmessage = ({ data: { limitMs, ...pattern } }) => scope.postMessage({ risk: riskOf(pattern, limitMs) });
