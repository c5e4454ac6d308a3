import { type AgentScopeVersion, agentscopeReleases } from '../core/agentscopeReleases.ts';
import { nearestName } from '../core/nearestName.ts';
import { isPyDict, isPyList, type PyValue } from '../core/pyValue.ts';
import type { Conversation } from '../messages/conversation.ts';
import type { ConversationFormatting, MigratedConversation, OwnFormatter } from '../messages/conversationFormatting.ts';
import { systemFormattings } from '../systems/registry.ts';
import { formatterNames } from './formatters/registry.ts';

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

/** Blocks of a later generation, each with what is said of it. */
const laterBlocks: ReadonlyMap<string, string> = new Map(
  systemFormattings.flatMap(({ system, insteadOf }) =>
    Object.entries(insteadOf).map(([type, words]) => [type, `\`${type}\` is a block of ${system}. ${words}`] as const),
  ),
);

/** What is wrong with a name, and the name that is meant where one is near. */
export interface UnknownName {
  readonly message: string;
  readonly near?: string;
}

/** What to say of a formatter that does not exist in AgentScope 1: that it is a later one's, or the nearest name. */
export function unknownFormatter(name: string): UnknownName {
  const later = systemFormattings.find(({ formatters }) => formatters.some(each => each.name === name));
  if (later) {
    const version = `"agentscope_version": "${later.versions[0]}"`;
    return {
      message: `\`${name}\` is a formatter of ${later.system}: it needs \`${version}\`, and messages of that version.`,
    };
  }
  const near = nearestName(name, formatterNames);
  return withNear(`There is no formatter \`${name}\`.`, near, '');
}

/** What to say of a type of block that no formatter knows; `types` are those that they do. */
export function unknownBlock(type: string, types: readonly string[]): UnknownName {
  const later = laterBlocks.get(type);
  if (later !== undefined) return { message: later };
  const there = `No formatter knows blocks of type \`${type}\`.`;
  return withNear(there, nearestName(type, types), ` The types are \`${types.join('`, `')}\`.`);
}

/** What to say of the blocks of a later generation in these messages, once for each type. Linear. */
export function laterBlockNotes(messages: readonly { readonly content: PyValue }[]): readonly string[] {
  const types = messages.flatMap(({ content }) =>
    isPyList(content) ? content.map(block => (isPyDict(block) ? block.get('type') : undefined)) : [],
  );
  return [...laterBlocks.keys()].filter(type => types.includes(type)).map(type => unknownBlock(type, []).message);
}

function withNear(message: string, near: string | undefined, otherwise: string): UnknownName {
  return near === undefined
    ? { message: message + otherwise }
    : { message: `${message} Did you mean \`${near}\`?`, near };
}
