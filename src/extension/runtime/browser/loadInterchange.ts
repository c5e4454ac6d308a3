import type { interchangeServices } from '../interchangeServices.ts';
import { runScript, scriptText } from './webScripts.ts';

/** Loads `dist/web/interchange.js` into this worker. */
export async function loadInterchange(dist: string): Promise<typeof interchangeServices> {
  runScript(await scriptText(`${dist}/web/interchange.js`, 'What reads and writes other forms'));
  const scope = globalThis as unknown as { readonly parserlensInterchange: typeof interchangeServices };
  return scope.parserlensInterchange;
}
