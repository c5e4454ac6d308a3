/** What a provider demands of a conversation: each rule by the address of the page that states it. Absent: no such rule. */
export interface ProviderRules {
  /** How calls and results belong together. */
  readonly calls: string;
  /** The first message that is not a system message is the user's. */
  readonly firstIsUser?: string;
  /** Results stand right behind the message that calls, all of them before the next message. */
  readonly resultsFollowCalls?: string;
  /** A call stands right behind a message of the user or a result. */
  readonly callsFollowUser?: string;
  /** A system message stands first. */
  readonly systemFirst?: string;
  /** Images, sound and video come from the user. */
  readonly mediaByUser?: string;
}

// "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
const openai = 'https://platform.openai.com/docs/guides/function-calling';
// Assistant and system messages take text parts only.
const openaiChat = 'https://platform.openai.com/docs/api-reference/chat/create';
// Messages of the assistant have output text only.
const openaiResponses = 'https://platform.openai.com/docs/api-reference/responses/create';
// "Tool result blocks must immediately follow their corresponding tool use blocks in the message history."
const anthropicTools = 'https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/implement-tool-use';
// "The first message must always use the user role."
const anthropicMessages = 'https://docs.anthropic.com/en/api/messages';
// "Function call turn comes immediately after a user turn or after a function response turn."
const gemini = 'https://ai.google.dev/gemini-api/docs/function-calling';
const dashScope = 'https://www.alibabacloud.com/help/en/model-studio/qwen-function-calling';
// "System message: the goal or role of the model. If you set one, put it first in the list."
const dashScopeMessages = 'https://www.alibabacloud.com/help/en/model-studio/qwen-api-reference';
const deepSeek = 'https://api-docs.deepseek.com/guides/function_calling';
const ollama = 'https://docs.ollama.com/capabilities/tool-calling';

/** Where it is said that a result answers a call, for a conversation without a formatter. */
export const callRules = openai;

/** The rules of every provider that a formatter is for. */
export const providerRules: Readonly<Record<string, ProviderRules>> = {
  OpenAI: { calls: openai, resultsFollowCalls: openai, mediaByUser: openaiChat },
  'OpenAI Responses': { calls: openai, mediaByUser: openaiResponses },
  Anthropic: {
    calls: anthropicTools,
    resultsFollowCalls: anthropicTools,
    firstIsUser: anthropicMessages,
  },
  DashScope: { calls: dashScope, resultsFollowCalls: dashScope, systemFirst: dashScopeMessages },
  Gemini: { calls: gemini, resultsFollowCalls: gemini, callsFollowUser: gemini },
  Ollama: { calls: ollama },
  DeepSeek: { calls: deepSeek, resultsFollowCalls: deepSeek },
};
