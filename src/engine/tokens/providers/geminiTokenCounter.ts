import * as z from 'zod';
import type { Host } from '../../core/host.ts';
import { fromPlain, isPyDict, type PyValue } from '../../core/pyValue.ts';
import type { TokenCounterType } from '../counter.ts';
import { whenLoaded } from '../hostCache.ts';
import { shippedModel } from '../huggingFace/chatModel.ts';
import { modelFamilies } from '../huggingFace/models.ts';
import { askApi } from './apiCounting.ts';
import { geminiEstimate } from './geminiEstimate.ts';
import { baseUrl, functionOf, listOf, requiredModelName } from './options.ts';

const gemma = modelFamilies.find(family => family.table === 'gemma3')!;

/** AgentScope's `GeminiTokenCounter(model_name, api_key)`: an estimate, and the API's own count on request. */
export const geminiTokenCounter: TokenCounterType = {
  type: 'GeminiTokenCounter',
  summary: 'AgentScope, Gemini models: an estimate; the exact number from Google’s API on request',
  keys: {
    model_name: z.string().describe('The name of the Gemini model, such as `gemini-2.5-flash`.'),
    http_options: z
      .object({ base_url: z.string() })
      .optional()
      .describe('`base_url`: the address of the API, if it is not `https://generativelanguage.googleapis.com`.'),
  },
  mainKey: 'model_name',
  create(spec, host) {
    const model = requiredModelName(spec);
    const options = fromPlain(spec.http_options ?? null);
    const given = isPyDict(options) ? options.get('base_url') : undefined;
    const url = baseUrl(given, 'https://generativelanguage.googleapis.com');
    const withCount = <T>(use: (countText: (text: string) => number) => T) =>
      whenLoaded(shippedModel(host, gemma), ({ tokenizer }) => use(tokenizer.countPlain));
    return {
      exact: false,
      basis: `an estimate for ${model} with the vocabulary of Gemma 3; an image is 258 tokens for each of its tiles, audio and video are not counted`,
      countText: text => withCount(countText => countText(text)),
      count: (payload, tools) =>
        withCount(countText => geminiEstimate(fromPlain(payload), fromPlain(tools ?? null), countText)),
      api: {
        provider: 'Gemini',
        url,
        count: (payload, tools, key) => askGemini(host, url, key, model, payload, tools),
      },
    };
  },
};

/** AgentScope's library refuses tools for this API, which takes them in a whole request. */
async function askGemini(
  host: Host,
  url: string,
  key: string,
  model: string,
  payload: unknown,
  tools: unknown,
): Promise<number> {
  const contents = fromPlain(payload);
  const toolList = listOf(fromPlain(tools ?? null));
  const path = model.includes('/') ? model : `models/${model}`;
  const request = new Map<string, PyValue>([
    ['model', path],
    ['contents', contents],
    ['tools', geminiTools(toolList)],
  ]);
  return askApi(host, {
    provider: 'Gemini',
    url: `${url}/v1beta/${path.split('/').map(encodeURIComponent).join('/')}:countTokens`,
    headers: { 'x-goog-api-key': key },
    body: new Map<string, PyValue>(
      toolList.length > 0 ? [['generateContentRequest', request]] : [['contents', contents]],
    ),
    field: 'totalTokens',
  });
}

/** Tools as the API wants them, of those in OpenAI's form. */
function geminiTools(tools: readonly PyValue[]): readonly PyValue[] {
  const functions = tools.flatMap(tool => functionOf(tool) ?? []);
  const others = tools.filter(tool => !functionOf(tool));
  return functions.length > 0 ? [new Map([['functionDeclarations', functions]]), ...others] : others;
}
