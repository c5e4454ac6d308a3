import * as z from 'zod';
import type { Host } from '../../core/host.ts';
import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { jsonDumps } from '../../python/index.ts';
import type { TokenCounterType } from '../counter.ts';
import { whenLoaded } from '../hostCache.ts';
import { shippedModel } from '../huggingFace/chatModel.ts';
import { modelFamilies } from '../huggingFace/models.ts';
import { inlineImageSize } from '../imageSize.ts';
import { askApi, baseUrl, functionOf, listOf, requiredModelName } from './apiCounting.ts';

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
    const address = isPyDict(options) ? options.get('base_url') : undefined;
    const url = baseUrl(address, 'https://generativelanguage.googleapis.com');
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

const tokensPerMessage = 1;
const tokensPerTile = 258;
/** An image no larger than this, in pixels, is one tile; a larger one is cut into tiles of `tileSide`. */
const smallSide = 384;
const tileSide = 768;

/** The tokens of a payload in Gemini's form, estimated. Audio and video, whose length is not known, count nothing. */
function geminiEstimate(payload: PyValue, tools: PyValue, countText: (text: string) => number): number {
  let count = 0;
  for (const message of listOf(payload)) {
    count += tokensPerMessage;
    for (const part of listOf(isPyDict(message) ? message.get('parts') : undefined))
      if (isPyDict(part)) count += partTokens(part, countText);
  }
  const hasTools = isPyList(tools) && tools.length > 0;
  return hasTools ? count + countText(jsonDumps(tools, { ensureAscii: false })) : count;
}

function partTokens(part: PyDict, countText: (text: string) => number): number {
  const text = part.get('text');
  if (typeof text === 'string') return countText(text);
  const data = part.get('inline_data');
  if (data !== undefined) return isPyDict(data) ? mediumTokens(data) : 0;
  return countText(jsonDumps(part, { ensureAscii: false }));
}

function mediumTokens(data: PyDict): number {
  const type = data.get('mime_type');
  const size = inlineImageSize(data.get('data'));
  // Local audio and video are named images as well, so only their bytes tell.
  if (!size) return typeof type === 'string' && type.startsWith('image/') ? tokensPerTile : 0;
  const { width, height } = size;
  if (width <= smallSide && height <= smallSide) return tokensPerTile;
  return tokensPerTile * Math.ceil(width / tileSide) * Math.ceil(height / tileSide);
}
