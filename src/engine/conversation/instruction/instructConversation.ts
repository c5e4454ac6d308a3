import type { Host } from '../../core/host.ts';
import type { Conversation } from '../../messages/conversation.ts';
import type { InstructedConversation } from '../../messages/placedInstruction.ts';
import { type ParserSources, parserOf } from './conversationParser.ts';
import { placeInstruction } from './placeInstruction.ts';

/**
 * A conversation as its agent would send it: with the instruction of the parser that it names, see
 * `placeInstruction`. Throws `EngineError` where the parser cannot be had, see `parserOf`.
 */
export async function instructConversation(
  conversation: Conversation,
  sources: ParserSources = {},
  host: Host = {},
): Promise<InstructedConversation> {
  return placeInstruction(conversation, await parserOf(conversation, sources, host));
}
