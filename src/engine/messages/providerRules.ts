/** What a provider demands of a conversation: each rule by the address of the page that states it. Absent: no such rule. */
export interface ProviderRules {
  /** How calls and results belong together. */
  readonly calls: string;
  /** The provider answers whatever calls and results it is sent: what breaks the rules warns only. */
  readonly isLenient?: true;
  /** The first message that is not a system message is the user's. */
  readonly firstIsUser?: string;
  /** Results stand right behind the message that calls, all of them before the next message. */
  readonly resultsFollowCalls?: string;
  /** A call stands right behind a message of the user or a result. */
  readonly callsFollowUser?: string;
  /** A system message stands first; what breaks this rule is answered all the same. */
  readonly systemFirst?: string;
  /** Images, sound and video come from the user. */
  readonly mediaByUser?: string;
}

/** Where it is said that a result answers a call, for a conversation without a formatter. */
export const callRules = 'https://platform.openai.com/docs/guides/function-calling';

// "Tool result blocks must immediately follow their corresponding tool use blocks in the message history."
const anthropicPage = 'https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/implement-tool-use';

const dashScopePage = 'https://www.alibabacloud.com/help/en/model-studio/qwen-function-calling';

const deepSeekPage = 'https://api-docs.deepseek.com/guides/function_calling';

// "Function call turn comes immediately after a user turn or after a function response turn."
const geminiPage = 'https://ai.google.dev/gemini-api/docs/function-calling';

/** What providers demand, by their names. */
export const providerRules = {
  Anthropic: {
    calls: anthropicPage,
    resultsFollowCalls: anthropicPage,
    // "The first message must always use the user role."
    firstIsUser: 'https://docs.anthropic.com/en/api/messages',
  },
  DashScope: {
    calls: dashScopePage,
    resultsFollowCalls: dashScopePage,
    // "System message: the goal or role of the model. If you set one, put it first in the list."
    systemFirst: 'https://www.alibabacloud.com/help/en/model-studio/qwen-api-reference',
  },
  DeepSeek: { calls: deepSeekPage, resultsFollowCalls: deepSeekPage },
  Gemini: { calls: geminiPage, resultsFollowCalls: geminiPage, callsFollowUser: geminiPage },
  Ollama: { calls: 'https://docs.ollama.com/capabilities/tool-calling', isLenient: true },
  // "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
  OpenAI: {
    calls: callRules,
    resultsFollowCalls: callRules,
    // Assistant and system messages take text parts only.
    mediaByUser: 'https://platform.openai.com/docs/api-reference/chat/create',
  },
  'OpenAI Responses': {
    calls: callRules,
    // Messages of the assistant have output text only.
    mediaByUser: 'https://platform.openai.com/docs/api-reference/responses/create',
  },
} as const satisfies Readonly<Record<string, ProviderRules>>;
