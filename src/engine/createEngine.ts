import type { Host } from './core/host.ts';
import * as facade from './index.ts';

/** The whole façade with a host in place: where its functions take a host, that one serves unless another is given. */
export type Engine = typeof facade;

/**
 * The façade bound to one host, for every function that needs one. Without a host, what the engine cannot do alone
 * (patterns and modules of the author's own, tables of tokens, files) fails with a clear error when it is asked for.
 */
export function createEngine(host: Host = {}): Engine {
  return Object.freeze({
    ...facade,
    checkDefinitions: (definitions, own = host) => facade.checkDefinitions(definitions, own),
    checkConversationParser: (conversation, sources, own = host) =>
      facade.checkConversationParser(conversation, sources, own),
    compareRuntimes: (definition, response, own = host) => facade.compareRuntimes(definition, response, own),
    convertType: (text, definition, files, own = host) => facade.convertType(text, definition, files, own),
    createJudge: (definition, options, own = host) => facade.createJudge(definition, options, own),
    createParser: (definition, own = host) => facade.createParser(definition, own),
    createReader: (definition, own = host) => facade.createReader(definition, own),
    createSampleJudge: (definition, own = host) => facade.createSampleJudge(definition, own),
    createTokenCounter: (spec, own = host, folder) => facade.createTokenCounter(spec, own, folder),
    draftDefinition: (responses, type, own = host) => facade.draftDefinition(responses, type, own),
    evaluate: (definition, rows, options, own = host) => facade.evaluate(definition, rows, options, own),
    findParsers: (responses, definitions, own = host, types) => facade.findParsers(responses, definitions, own, types),
    formatConversation: (conversation, options, own = host) => facade.formatConversation(conversation, options, own),
    instructConversation: (conversation, sources, own = host) =>
      facade.instructConversation(conversation, sources, own),
    readAnswer: (conversation, index, sources, own = host) => facade.readAnswer(conversation, index, sources, own),
    actualParts: (definition, text, own = host) => facade.actualParts(definition, text, own),
    judgeSample: (definition, sample, text, own = host) => facade.judgeSample(definition, sample, text, own),
    moduleFault: (definition, own = host) => facade.moduleFault(definition, own),
    patternRisk: (pattern, own = host) => facade.patternRisk(pattern, own),
    resolveConversation: (conversation, options, own = host) => facade.resolveConversation(conversation, options, own),
    robustnessOf: (definition, response, options, own = host) =>
      facade.robustnessOf(definition, response, options, own),
    robustnessOfSample: (definition, sample, text, options, own = host) =>
      facade.robustnessOfSample(definition, sample, text, options, own),
    startConversation: (conversation, sources, own = host) => facade.startConversation(conversation, sources, own),
    startTask: (definition, task, own = host) => facade.startTask(definition, task, own),
    miniSweAgent: Object.freeze({
      ...facade.miniSweAgent,
      parse: (input, own = host) => facade.miniSweAgent.parse(input, own),
      renderError: (input, own = host) => facade.miniSweAgent.renderError(input, own),
      observation: (input, own = host) => facade.miniSweAgent.observation(input, own),
      formatMessage: (input, own = host) => facade.miniSweAgent.formatMessage(input, own),
    }),
    sweagent: Object.freeze({
      ...facade.sweagent,
      renderError: (settings, response, own = host) => facade.sweagent.renderError(settings, response, own),
      shouldBlockAction: (action, settings, own = host) => facade.sweagent.shouldBlockAction(action, settings, own),
      history: (input, own = host) => facade.sweagent.history(input, own),
      template: (input, own = host) => facade.sweagent.template(input, own),
      sentMessages: (input, own = host) => facade.sweagent.sentMessages(input, own),
    }),
  } satisfies Engine);
}
