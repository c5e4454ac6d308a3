import { type AgentScopeVersion, agentscopeReleases } from '../core/agentscopeReleases.ts';
import type { Conversation } from '../messages/conversation.ts';
import type { ConversationFormatting, OwnFormatter } from '../messages/conversationFormatting.ts';
import type { MigratedConversation } from '../messages/migratedConversation.ts';
import { systemFormattings } from '../systems/registry.ts';

/** The system that formats conversations of a version itself; `undefined`: AgentScope 1’s classes do. */
export function formattingFor(version: string | undefined): ConversationFormatting | undefined {
  return systemFormattings.find(each => each.isFor(version));
}

/** The formatters of systems that format conversations themselves, in the order in which pickers show them. */
export const ownFormatters: readonly OwnFormatter[] = systemFormattings.flatMap(({ formatters }) =>
  formatters.map(({ name, provider, multiAgent }) => ({ name, provider, multiAgent })),
);

/** The versions that a conversation can be for, the newest first. */
export const conversationVersions: readonly AgentScopeVersion[] = [
  ...systemFormattings.flatMap(({ versions }) => versions),
  ...[...agentscopeReleases].reverse(),
];

/** The versions whose behaviour is held to recordings of the running code; those in between follow from the rules. */
export const recordedReleases: readonly AgentScopeVersion[] = [
  '1.0.0',
  '1.0.21',
  ...systemFormattings.flatMap(({ versions }) => [...versions].reverse()),
];

/** Formatters of AgentScope 1 that have another name in the generation after it, each with that name. */
export const renamedFormatters: readonly (readonly [inFirst: string, later: string])[] = systemFormattings.flatMap(
  ({ renamed }) => Object.entries(renamed),
);

/**
 * Rewrites a conversation of AgentScope 1 (`.messages.json`, or one message a line) for the generation after it. `folder`:
 * where its relative paths start. `undefined` for a text that is not a conversation, or one of that generation already.
 * Linear; never throws.
 */
export function migrateConversation(text: string, fileName: string, folder?: string): MigratedConversation | undefined {
  return systemFormattings[0]?.migrate(text, fileName, folder);
}

/** A conversation of a later generation as one of AgentScope 1, to compare payloads; any other as it is. Linear. */
export function backToFirstGeneration(conversation: Conversation): Conversation {
  return systemFormattings[0]?.backToFirst(conversation) ?? conversation;
}

/** The `context_size` with which compression of a conversation begins at a number of tokens; `undefined`: nothing compresses it. */
export function contextSizeFor(conversation: Conversation, threshold: number): number | undefined {
  return systemFormattings[0]?.contextSizeFor(conversation, threshold);
}
