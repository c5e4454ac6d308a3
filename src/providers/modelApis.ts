import { anthropicApi } from './anthropic.ts';
import { geminiApi } from './gemini.ts';
import type { Api } from './modelAddress.ts';
import type { ModelApi } from './modelApi.ts';
import { ollamaApi } from './ollama.ts';
import { openAiApi } from './openAi.ts';
import { openAiResponsesApi } from './openAiResponses.ts';

/** Every API that ParserLens speaks. */
const modelApis: Readonly<Record<Api, ModelApi>> = {
  openai: openAiApi,
  anthropic: anthropicApi,
  gemini: geminiApi,
  ollama: ollamaApi,
};

/** The API of an address, for a payload that a formatter made: OpenAI's has two. */
export function modelApi(api: Api, formatter?: string): ModelApi {
  const takesInput = formatter !== undefined && openAiResponsesApi.formatters.includes(formatter);
  return api === 'openai' && takesInput ? openAiResponsesApi : modelApis[api];
}

/**
 * The formatter whose payload an API takes: the one that the conversation names where it makes that API's payload; else
 * the API's own, for several agents where the named one is for several.
 */
export function formatterFor(api: Api, named: string | undefined): string {
  const own = modelApi(api, named).formatters;
  if (named !== undefined && own.includes(named)) return named;
  return own[/MultiAgent/.test(named ?? '') ? 1 : 0];
}
