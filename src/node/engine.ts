// src/node/: what the engine cannot do alone, on Node: tables, pattern workers, user code in processes of its own (`child`).

/**
 * `dist/engine.js`: the engine's façade with Node's host (tables from `dist/tables`, patterns and modules away from this
 * thread, files from disk, no network) wherever no other is given.
 */
import { createEngine as createBound, type Engine } from '../engine/createEngine.ts';
import { type Host, withoutModules } from '../engine/index.ts';
import { nodeHost, withTables } from './nodeHost.ts';
import { nodeResources } from './nodeResources.ts';

export type { Engine } from '../engine/createEngine.ts';
export * from '../engine/index.ts';
export { nodeHost } from './nodeHost.ts';

/** A host, and what only Node's needs to be told. */
export interface EngineOptions extends Host {
  /** The folder with the tables of token counters; `dist/tables` beside this file unless it is given. */
  readonly tables?: string;
}

/**
 * The whole façade bound to one host: where its functions take a host, that one serves unless another is given. What the
 * host leaves out is Node's, and with `tables` only the folder of the vocabularies differs from the plain exports. Media's
 * paths start from the working directory unless `resources` says otherwise.
 */
export function createEngine(options: EngineOptions = {}): Engine {
  const { tables } = options;
  const node = tables === undefined ? nodeHost : withTables(nodeHost, tables);
  // Whoever runs modules in another way, or none, runs many of them in that way, too.
  const own = options.runModule ? withoutModules(node, 'unavailable') : node;
  const engine = createBound({ ...own, ...membersOf(options) });
  return Object.freeze({
    ...engine,
    formatConversation: (conversation, options, given) =>
      engine.formatConversation(conversation, { resources: nodeResources(process.cwd()), ...options }, given),
  } satisfies Engine);
}

const members = [
  'analyzePattern',
  'countTokens',
  'loadTable',
  'postJson',
  'readFile',
  'runModule',
  'runModules',
  'runPattern',
] as const;

/** What a host has, which may be an object of a class: its methods are not its own, and need it. */
function membersOf(host: Host): Host {
  return Object.fromEntries(members.flatMap(name => (host[name] ? [[name, host[name].bind(host)]] : [])));
}

/** The façade's functions that take a host, with Node's. */
export const {
  actualParts,
  checkConversationParser,
  checkDefinitions,
  compareRuntimes,
  convertType,
  createJudge,
  createParser,
  createReader,
  createSampleJudge,
  createTokenCounter,
  draftDefinition,
  evaluate,
  findParsers,
  formatConversation,
  instructConversation,
  judgeSample,
  miniSweAgent,
  moduleFault,
  patternRisk,
  readAnswer,
  resolveConversation,
  robustnessOf,
  robustnessOfSample,
  startConversation,
  startTask,
  sweagent,
} = createEngine();
