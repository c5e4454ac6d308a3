import {
  backToFirstGeneration,
  type Conversation,
  formattingFor,
  migrateConversation,
  readConversation,
  renamedFormatters,
} from '../engine/index.ts';
import type { FormatRequest } from './formatRequest.ts';
import type { OpenedConversation } from './formattedPane.ts';

/** What the second pane is formatted from, and how. */
export interface Compared {
  readonly opened: OpenedConversation;
  readonly conversation: Conversation;
  readonly request: FormatRequest;
}

/**
 * What the second pane shows; `undefined` where there is none. It is formatted with another formatter, another truncation,
 * or as another release has it: between the generations of AgentScope the conversation is converted for that.
 */
export function comparedWith(
  opened: OpenedConversation,
  conversation: Conversation,
  { other, otherTruncation, otherRelease, ...request }: FormatRequest,
): Compared | undefined {
  if (other === undefined && otherTruncation === undefined && otherRelease === undefined) return undefined;
  const full: FormatRequest = {
    ...request,
    ...(other !== undefined && { formatter: other }),
    ...(otherTruncation !== undefined && { truncation: otherTruncation }),
    ...(otherRelease !== undefined && { agentscopeVersion: otherRelease }),
  };
  const version = request.agentscopeVersion ?? conversation.agentscopeVersion ?? request.usualRelease;
  const [from, to] = [formattingFor(version), formattingFor(full.agentscopeVersion ?? version)];
  if (from === to) return { opened, conversation, request: full };
  const converted = inOtherGeneration(opened, conversation, request.cwd);
  // Limits and truncations of one generation mean nothing in the other: the converted file has its own.
  const { maxTokens: _, truncation: __, formatter, ...rest } = full;
  const name = formatter ?? conversation.formatter;
  const pair = renamedFormatters.find(each => each.includes(name ?? ''));
  const meant = pair ? pair[to ? 1 : 0] : name;
  return { ...converted, request: { ...rest, ...(meant !== undefined && { formatter: meant }) } };
}

function inOtherGeneration(
  opened: OpenedConversation,
  conversation: Conversation,
  folder: string,
): Omit<Compared, 'request'> {
  const found = opened.converted?.folder === folder ? opened.converted.opened : convert(opened, conversation, folder);
  opened.converted = { folder, opened: found };
  return { opened: found, conversation: found.conversation ?? conversation };
}

function convert(opened: OpenedConversation, conversation: Conversation, folder: string): OpenedConversation {
  const shared = { text: opened.text, unlimited: new Map(), unread: opened.unread };
  const migrated = migrateConversation(opened.text, conversation.file ?? '', folder);
  if (!migrated) return { ...shared, conversation: backToFirstGeneration(conversation) };
  const { conversation: made } = readConversation(migrated.text, conversation.file ?? '');
  return { ...shared, ...(made && { conversation: made }) };
}
