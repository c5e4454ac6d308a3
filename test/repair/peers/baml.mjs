// @ts-check
// npm's @boundaryml/baml in a process of its own: of a few texts it thinks for hours. It has no confidence, so it is sure of all that
// it gives.
import { lineProcess } from './lineProcess.mjs';
import { parseWith } from './parseWith.mjs';

const ask = lineProcess(process.execPath, [new URL('bamlLines.mjs', import.meta.url).pathname]);

export async function repair(/** @type {string} */ text) {
  const answer = await ask(text);
  return { candidates: 'value' in answer ? [{ value: answer.value, confidence: 1, lossy: false }] : [] };
}
export const parse = parseWith(repair);
