import { anthropicApi } from './anthropicApi.ts';
import { geminiApi } from './geminiApi.ts';
import type { Api, ModelAddress } from './modelAddress.ts';
import type { ModelApi } from './modelApi.ts';
import { ollamaApi } from './ollamaApi.ts';
import { openAiApi } from './openAiApi.ts';
import { openAiResponsesApi } from './openAiResponsesApi.ts';

/** Every API that ParserLens speaks. */
const modelApis: Readonly<Record<Api, ModelApi>> = {
  openai: openAiApi,
  anthropic: anthropicApi,
  gemini: geminiApi,
  ollama: ollamaApi,
};

/** The name that AgentScope 2 gives the first of the formatters for OpenAI's Responses API. */
const responseOf2 = 'OpenAIResponseFormatter';

/** The API of an address, for a payload that a formatter made: OpenAI's has two. */
export function modelApi(api: Api, formatter?: string): ModelApi {
  const takesInput =
    formatter === responseOf2 || (formatter !== undefined && openAiResponsesApi.formatters.includes(formatter));
  return api === 'openai' && takesInput ? openAiResponsesApi : modelApis[api];
}

/** DeepSeek's formatters, whose payload OpenAI-compatible servers take; they go to its own host unless the user names another. */
const deepSeek = ['DeepSeekChatFormatter', 'DeepSeekMultiAgentFormatter'] as const;

/** Moonshot's formatters of AgentScope 2, whose payload is OpenAI's with what the model thought. */
const moonshot = ['MoonshotChatFormatter', 'MoonshotMultiAgentFormatter'] as const;

/**
 * The formatter whose payload a server takes: the one that the conversation names where it makes the payload of the
 * server's API; else the provider's own, for several agents where the named one is for several.
 */
export function formatterFor({ api, host }: Pick<ModelAddress, 'api' | 'host'>, named: string | undefined): string {
  const formatters: readonly string[] = modelApi(api, named).formatters;
  const accepted = api === 'openai' ? [...formatters, ...deepSeek, ...moonshot, responseOf2] : formatters;
  if (named !== undefined && accepted.includes(named)) return named;
  const own = host === 'api.deepseek.com' && api === 'openai' ? deepSeek : modelApi(api, named).formatters;
  return own[/MultiAgent/.test(named ?? '') ? 1 : 0];
}
