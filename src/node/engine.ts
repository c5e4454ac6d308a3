/**
 * `dist/engine.js`: the engine's façade with Node's host (tables from `dist/tables`, patterns in a worker, no network)
 * wherever no other is given.
 */
import * as engine from '../engine/index.ts';
import { nodeHost } from './nodeHost.ts';
import { nodeResources } from './nodeResources.ts';

export * from '../engine/index.ts';
export { nodeHost } from './nodeHost.ts';

/** See the engine's `createParser`. */
export const createParser: typeof engine.createParser = (definition, host = nodeHost) =>
  engine.createParser(definition, host);

/** See the engine's `createTokenCounter`. */
export const createTokenCounter: typeof engine.createTokenCounter = (spec, host = nodeHost) =>
  engine.createTokenCounter(spec, host);

/** See the engine's `judgeSample`. */
export const judgeSample: typeof engine.judgeSample = (definition, sample, responseText, host = nodeHost) =>
  engine.judgeSample(definition, sample, responseText, host);

/** See the engine's `formatConversation`. Media's paths start from the working directory unless `resources` says otherwise. */
export const formatConversation: typeof engine.formatConversation = (conversation, options = {}, host = nodeHost) =>
  engine.formatConversation(conversation, { resources: nodeResources(process.cwd()), ...options }, host);
