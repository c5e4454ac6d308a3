import {
  type Conversation,
  EngineError,
  type FormatConversationOptions,
  type FormatResult,
  formatConversation,
  type Host,
} from '../engine/index.ts';

/**
 * A conversation as a model is sent it. Throws `EngineError` where the formatter raises, and where an agent of AgentScope 2
 * would first have its model write a summary, for which only a placeholder stands in the payload.
 */
export async function payloadToSend(
  conversation: Conversation,
  options: FormatConversationOptions,
  host: Host,
): Promise<FormatResult & { readonly ok: true }> {
  const result = await formatConversation(conversation, options, host);
  if (!result.ok) throw new EngineError(result.error.class, result.error.message);
  if (!result.compression?.cut) return result;
  const { estimatedTokens, threshold } = result.compression;
  throw new EngineError(
    'SummaryNeeded',
    `The context of ${estimatedTokens} tokens reaches ${Math.round(threshold)}: an agent of AgentScope 2 would first have its model write a summary, which ParserLens does not. Make \`context_size\` larger, or leave \`context\` out.`,
  );
}
