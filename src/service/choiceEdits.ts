import {
  type Conversation,
  contextSizeFor,
  type Edit,
  resolveConversation,
  setConversationOptions,
  tokenCounterSpec,
} from '../engine/index.ts';
import type { ConversationChoice } from '../protocol/conversationProtocol.ts';
import type { OpenedConversation } from './formattedPane.ts';

/** The edits after which a conversation's file says what was chosen in its preview; none where it cannot be read. */
export function choiceEdits(
  { text, conversation, main }: OpenedConversation,
  { agentscopeVersion, formatter, counter, maxTokens, truncation }: ConversationChoice,
): readonly Edit[] {
  if (!conversation) return [];
  // A file that gets its first formatter says of which release it is.
  const isNew = conversation.formatter === undefined && formatter !== undefined;
  const usual = isNew && conversation.agentscopeVersion === undefined ? main?.result.agentscopeVersion : undefined;
  const release = agentscopeVersion ?? usual;
  const options = release === undefined ? {} : { agentscopeVersion: release };
  const { compresses } = resolveConversation(conversation, options);
  return setConversationOptions(text, {
    ...(release !== undefined && { agentscopeVersion: release }),
    ...(formatter !== undefined && { formatter }),
    // AgentScope 2 has no counters: one is shown beside its estimate, and no file says so.
    ...(counter !== undefined && !compresses && { tokenCounter: tokenCounterSpec(counter) }),
    ...(maxTokens !== undefined && limitEdit(conversation, compresses, maxTokens)),
    ...(truncation !== undefined && { truncation }),
  });
}

/** A limit as a file has it: `max_tokens`, or for AgentScope 2 the size of the context that makes compression begin there. */
function limitEdit(
  conversation: Conversation,
  compresses: boolean,
  maxTokens: number | null,
): { readonly maxTokens?: number | null; readonly contextSize?: number } {
  if (!compresses) return { maxTokens };
  const contextSize = maxTokens === null ? undefined : contextSizeFor(conversation, maxTokens);
  return contextSize === undefined ? {} : { contextSize };
}
