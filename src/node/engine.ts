/**
 * `dist/engine.js`: the engine's façade with Node's host (tables from `dist/tables`, patterns and modules away from this
 * thread, files from disk, no network) wherever no other is given.
 */
import * as facade from '../engine/createEngine.ts';
import type { Host } from '../engine/index.ts';
import { nodeHost } from './nodeHost.ts';
import { nodeResources } from './nodeResources.ts';

export * from '../engine/index.ts';
export { nodeHost } from './nodeHost.ts';

/**
 * See the engine's `createEngine`. What the host leaves out is Node's. Media's paths start from the working directory
 * unless `resources` says otherwise.
 */
export function createEngine(host: Host = {}): facade.Engine {
  const engine = facade.createEngine({ ...nodeHost, ...host });
  return Object.freeze({
    ...engine,
    formatConversation: (conversation, options, own) =>
      engine.formatConversation(conversation, { resources: nodeResources(process.cwd()), ...options }, own),
  } satisfies facade.Engine);
}

export const {
  actualParts,
  checkDefinitions,
  convertType,
  createParser,
  createTokenCounter,
  draftDefinition,
  findParsers,
  formatConversation,
  judgeSample,
  patternRisk,
  robustnessOf,
  robustnessOfSample,
  sweagent,
} = createEngine();
