import * as z from 'zod';
import { EngineError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { jsonDumps } from '../../python/index.ts';
import type { TokenCounterType } from '../counter.ts';
import { countTokens } from '../encoding.ts';
import { inlineImageSize } from '../imageSize.ts';
import { o200kBase } from '../openaiEncodings.ts';
import { withRankTable } from '../tables.ts';
import { askApi, baseUrl, functionOf, listOf, requiredModelName } from './apiCounting.ts';

/** AgentScope's `AnthropicTokenCounter(model_name, api_key)`: an estimate, and the API's own count on request. */
export const anthropicTokenCounter: TokenCounterType = {
  type: 'AnthropicTokenCounter',
  summary: 'AgentScope, Claude models: an estimate; the exact number from Anthropic’s API on request',
  keys: {
    model_name: z.string().describe('The name of the Claude model, such as `claude-sonnet-4-5`.'),
    base_url: z.string().optional().describe('The address of the API, if it is not `https://api.anthropic.com`.'),
  },
  mainKey: 'model_name',
  create(spec, host) {
    const model = requiredModelName(spec);
    const url = baseUrl(spec.base_url, 'https://api.anthropic.com');
    const withCount = <T>(use: (countText: (text: string) => number) => T) =>
      withRankTable(host, o200kBase.name, table => use(text => countTokens(o200kBase, table, text)));
    return {
      exact: false,
      basis: `an estimate for ${model}: 1.2 tokens for each of ${o200kBase.name}, because Anthropic publishes no vocabulary`,
      countText: text => withCount(countText => Math.ceil(1.2 * countText(text))),
      count(payload, tools) {
        const request = requestOf(model, payload, tools);
        takeSystemMessage(payload);
        return withCount(countText => anthropicEstimate(request, countText));
      },
      api: {
        provider: 'Anthropic',
        url,
        count: (payload, tools, key) => askAnthropic(host, url, key, requestOf(model, payload, tools)),
      },
    };
  },
};

function askAnthropic(host: Host, url: string, key: string, body: PyDict): Promise<number> {
  return askApi(host, {
    provider: 'Anthropic',
    url: `${url}/v1/messages/count_tokens`,
    headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
    body,
    field: 'input_tokens',
  });
}

/**
 * What the API is asked. A leading system message becomes `system`: AgentScope passes all of the message, which the API
 * refuses, so its content goes here. Raises `IndexError` for no messages, as AgentScope's counter does.
 */
function requestOf(model: string, payload: unknown, tools: unknown): PyDict {
  const messages = listOf(fromPlain(payload));
  if (messages.length === 0) throw new EngineError('IndexError', 'list index out of range');
  const system = isSystem(messages[0]!) ? messages[0] : undefined;
  const request = new Map<string, PyValue>([
    ['model', model],
    ['messages', system ? messages.slice(1) : messages],
  ]);
  const toolList = listOf(fromPlain(tools ?? null));
  if (toolList.length > 0) request.set('tools', toolList.map(anthropicTool));
  if (system) request.set('system', system.get('content') ?? []);
  return request;
}

function isSystem(message: PyValue): message is PyDict {
  return isPyDict(message) && message.get('role') === 'system';
}

/** A tool as the API wants it, of one in OpenAI's form. */
function anthropicTool(tool: PyValue): PyValue {
  const fn = functionOf(tool);
  if (!fn) return tool;
  const { name = null, description, parameters = new Map([['type', 'object']]) } = Object.fromEntries(fn);
  return new Map<string, PyValue>([
    ['name', name],
    ...(description === undefined ? [] : ([['description', description]] as const)),
    ['input_schema', parameters],
  ]);
}

/** AgentScope's counter takes a leading system message out of the very list that it is given; the formatter then returns what is left. */
function takeSystemMessage(payload: unknown): void {
  if (Array.isArray(payload) && isSystem(fromPlain(payload[0]))) payload.shift();
}

/** Claude's vocabulary makes more tokens of a text than OpenAI's; by how much differs with the text. */
const textFactor = 1.2;
const tokensPerMessage = 4;
/** What the API takes for an image at most, and for one whose size is not known. */
const maxImageTokens = 1600;

/** The tokens of a request in Anthropic's form, estimated with another vocabulary. */
function anthropicEstimate(request: PyDict, countText: (text: string) => number): number {
  let texts = 0;
  let others = 0;
  const add = (value: PyValue): void => {
    if (typeof value === 'string') texts += countText(value);
    else if (isPyList(value)) for (const item of value) add(item);
    else if (isPyDict(value)) addBlock(value);
  };
  const addBlock = (block: PyDict): void => {
    switch (block.get('type')) {
      case 'image':
        others += imageTokens(block);
        break;
      case 'tool_use':
        add(block.get('name') ?? null);
        texts += countText(jsonDumps(block.get('input') ?? null, { ensureAscii: false }));
        break;
      default:
        // Text and thinking; a tool's result holds blocks of its own.
        for (const key of ['text', 'thinking', 'content']) add(block.get(key) ?? null);
    }
  };
  add(request.get('system') ?? null);
  for (const message of (request.get('messages') as readonly PyValue[] | undefined) ?? []) {
    others += tokensPerMessage;
    add(isPyDict(message) ? (message.get('content') ?? null) : null);
  }
  const tools = request.get('tools');
  if (tools !== undefined) texts += countText(jsonDumps(tools, { ensureAscii: false }));
  return Math.ceil(textFactor * texts) + others;
}

/** Anthropic's rule of thumb: width × height / 750, of an image that is scaled down to the maximum. */
function imageTokens(block: PyDict): number {
  const source = block.get('source');
  const size = isPyDict(source) ? inlineImageSize(source.get('data')) : undefined;
  return size ? Math.min(maxImageTokens, Math.ceil((size.width * size.height) / 750)) : maxImageTokens;
}
