// What a web worker that runs patterns runs, as a text (`webPatternCode`).
import type { PatternJob } from '../../../engine/index.ts';
import { answerPattern } from '../../../portable/patterns/answerPattern.ts';

/** A web worker's own. */
declare const self: {
  onmessage: (event: { readonly data: PatternJob }) => void;
  postMessage(message: unknown, moved?: readonly ArrayBuffer[]): void;
};

self.onmessage = ({ data }) => self.postMessage(...answerPattern(data));
self.postMessage('ready');
