import { bindHost, type HostPlaces, lazyMembers } from './core/bindHost.ts';
import type { Host } from './core/host.ts';
import * as facade from './index.ts';

export { lazyMembers };

/** The whole façade with a host in place: where a function takes a host, that one serves unless another is given. */
export type Engine = typeof facade;

/**
 * The façade bound to one host, for every function that needs one. Without a host, what the engine cannot do alone
 * (patterns and modules of the author's own, tables of tokens, files) fails with a clear error when it is asked for.
 */
export function createEngine(host: Host = {}): Engine {
  return bindHost(facade, hosts, host);
}

/** The façade's functions that take a host, and as which argument (from 0). */
const hosts = {
  askArguments: 1,
  constrain: 2,
  askStreamed: 3,
  compareInstalled: 3,
  compareInstalledConversation: 3,
  fileProblems: 1,
  installedTexts: 2,
  triedCode: 2,
  checkDefinitions: 1,
  compareRuntimes: 2,
  conversationProblems: 3,
  conversionTokens: 4,
  convertType: 3,
  createJudge: 2,
  createParser: 1,
  createReader: 1,
  createSampleJudge: 1,
  createTokenCounter: 1,
  draftDefinition: 2,
  evaluate: 3,
  fallbackCost: 1,
  findParsers: 2,
  formatConversation: 2,
  instructConversation: 2,
  judgeHeardBy: 3,
  judgeSample: 3,
  judgesAlike: 3,
  linkSources: 2,
  moduleFault: 1,
  patternRisk: 1,
  readAnswer: 3,
  readSource: 2,
  renameInSamples: 3,
  resolveConversation: 2,
  robustnessOf: 3,
  robustnessOfSample: 4,
  schemaChanges: 3,
  startConversation: 2,
  startTask: 2,
} satisfies HostPlaces<typeof facade>;
