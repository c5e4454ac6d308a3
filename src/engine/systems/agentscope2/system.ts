import { isSecondGeneration } from '../../core/agentscopeReleases.ts';
import type { ConversationFormatting } from '../../messages/conversationFormatting.ts';
import type { System } from '../../parsers/system.ts';
import { checkConversation2 } from './checks/checkConversation2.ts';
import { contextOf, contextSizeFor } from './compression/contextConfig.ts';
import { dictToStructured } from './convert/dictToStructured.ts';
import { formatConversation2 } from './formatConversation2.ts';
import { formatterTypes2, renamedFormatters } from './formatters/registry.ts';
import { checkMessage2 } from './messages/checkMessage2.ts';
import { asLoaded } from './messages/readMsg.ts';
import { blockTypes2, insteadOfBlocks, ownKeys } from './messages/schemaKeys.ts';
import { backToAgentScope1 } from './migration/backToAgentScope1.ts';
import { migrateConversation } from './migration/migrateConversation.ts';
import { structuredOutputType } from './structuredOutputType.ts';
import { agentscope2Tag, agentscope2Version } from './versions.ts';

/** How AgentScope 2 formats conversations. */
const formatting: ConversationFormatting = {
  system: 'AgentScope 2',
  versions: [agentscope2Version, agentscope2Tag],
  versionNote: `\`${agentscope2Version}\` is AgentScope 2 at commit da00849f, some days after tag ${agentscope2Tag}; \`${agentscope2Tag}\` is the tag itself, some of whose payloads are others; any other 2.0 release is followed as \`${agentscope2Version}\`.`,
  formatters: formatterTypes2,
  renamed: renamedFormatters,
  blocks: blockTypes2,
  insteadOf: insteadOfBlocks,
  keys: ownKeys,
  isFor: isSecondGeneration,
  checkMessage: checkMessage2,
  limit(conversation, threshold, version) {
    const context = contextOf(conversation, threshold, version);
    return context && context.config.triggerRatio * context.contextSize;
  },
  check: checkConversation2,
  format: formatConversation2,
  loaded: asLoaded,
  contextSizeFor,
  migrate: migrateConversation,
  backToFirst: backToAgentScope1,
};

/** AgentScope 2. */
export const agentscope2: System = {
  name: 'AgentScope 2',
  isInPython: true,
  types: [structuredOutputType],
  conversions: [dictToStructured],
  formatting,
};
