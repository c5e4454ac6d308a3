import * as z from 'zod';
import { EngineError } from '../errors.ts';
import { pyGetItem, pyIterate, pyTruth } from '../python/containers.ts';
import { jsonDumps } from '../python/jsonDumps.ts';
import { pyRepr, pyStr } from '../python/repr.ts';
import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../python/value.ts';
import type { Resources } from '../resources.ts';
import { decodeBase64 } from '../text/base64.ts';
import type { TokenCounterSpec, TokenCounterType } from './counter.ts';
import { countTokens, tokenSpans } from './encoding.ts';
import { type ImageSize, imageSize } from './imageSize.ts';
import { imageTokens } from './openaiImages.ts';
import { encodingForModel, fallbackEncoding, type NamedEncoding } from './openaiModels.ts';
import { dictWith, noAttribute, toolTokens } from './openaiTools.ts';
import { withRankTable } from './rankTables.ts';

/** AgentScope's `OpenAITokenCounter(model_name)`. */
export const openaiTokenCounter: TokenCounterType = {
  type: 'OpenAITokenCounter',
  summary: 'AgentScope, OpenAI models: messages, images and tools',
  keys: { model_name: z.string().describe('The name of the OpenAI model, such as `gpt-4o`.') },
  mainKey: 'model_name',
  create(spec, host) {
    const model = modelName(spec);
    const known = encodingForModel(model);
    const { name, encoding, specialTokens } = known ?? fallbackEncoding;
    const sizes = new Map<string, ImageSize>();
    return {
      exact: known !== undefined,
      basis: known ? `${name} for ${model}` : `${name}, because ${model} is not a model that tiktoken knows`,
      countText: text => withRankTable(host, encoding.name, table => countTokens(encoding, table, text)),
      tokenSpans: text => withRankTable(host, encoding.name, table => tokenSpans(encoding, table, text)),
      count: async (payload, tools, resources) => {
        const encode = await withRankTable(host, encoding.name, table => (text: PyValue) => {
          if (typeof text !== 'string') throw new EngineError('TypeError', 'expected string or buffer');
          refuseSpecialTokens(text, specialTokens);
          return countTokens(encoding, table, text);
        });
        let count = 3;
        for (const message of pyIterate(fromPlain(payload)))
          count += await messageTokens(model, dictWith(message, 'items'), encode, sizes, resources);
        const toolList = fromPlain(tools ?? null);
        return pyTruth(toolList) ? count + toolTokens(model, toolList, encode) : count;
      },
    };
  },
};

function modelName({ type, ...options }: TokenCounterSpec): string {
  const init = `${type}.__init__()`;
  const unknown = Object.keys(options).find(key => key !== 'model_name');
  if (unknown !== undefined)
    throw new EngineError('TypeError', `${init} got an unexpected keyword argument '${unknown}'`);
  if (options.model_name === undefined)
    throw new EngineError('TypeError', `${init} missing 1 required positional argument: 'model_name'`);
  if (typeof options.model_name !== 'string') throw noAttribute(fromPlain(options.model_name), 'startswith');
  return options.model_name;
}

/** tiktoken's `encode` refuses text that spells a special token, unless told otherwise. */
function refuseSpecialTokens(text: string, specialTokens: NamedEncoding['specialTokens']): void {
  for (const [token] of text.matchAll(/<\|[a-z0-9_]+\|>/g)) {
    if (!specialTokens.has(token)) continue;
    const quoted = pyRepr(token);
    throw new EngineError(
      'ValueError',
      `Encountered text corresponding to disallowed special token ${quoted}.\n` +
        `If you want this text to be encoded as a special token, pass it to \`allowed_special\`, e.g. \`allowed_special={${quoted}, ...}\`.\n` +
        `If you want this text to be encoded as normal text, disable the check for this token by passing \`disallowed_special=(enc.special_tokens_set - {${quoted}})\`.\n` +
        'To disable this check for all special tokens, pass `disallowed_special=()`.\n',
    );
  }
}

async function messageTokens(
  model: string,
  message: PyDict,
  encode: (text: PyValue) => number,
  sizes: Map<string, ImageSize>,
  resources: Resources | undefined,
): Promise<number> {
  let count = 3;
  for (const [key, value] of message) {
    if (value === null) continue;
    if (key === 'content' && isPyList(value))
      for (const item of value) count += await contentTokens(model, item, encode, sizes, resources);
    else if (typeof value === 'string') count += encode(value);
    else if (key === 'tool_calls') count += encode(jsonDumps(value, { ensureAscii: false }));
    else
      throw new EngineError(
        'TypeError',
        `Invalid type <class '${pyTypeName(value)}'> in the ${key} field: ${pyStr(value)}`,
      );
    if (key === 'name') count += 1;
  }
  return count;
}

async function contentTokens(
  model: string,
  item: PyValue,
  encode: (text: PyValue) => number,
  sizes: Map<string, ImageSize>,
  resources: Resources | undefined,
): Promise<number> {
  if (!isPyDict(item))
    throw new EngineError(
      'AssertionError',
      `The content field should be a list of dictionaries, but got <class '${pyTypeName(item)}'>.`,
    );
  const type = item.get('type') ?? null;
  if (type === 'text') return encode(pyGetItem(item, 'text'));
  if (type !== 'image_url')
    throw new EngineError(
      'ValueError',
      `The type field currently only supports 'text' and 'image_url', but got ${pyStr(type)}.`,
    );
  const image = pyGetItem(item, 'image_url');
  const url = pyGetItem(image, 'url');
  if (typeof url !== 'string') throw noAttribute(url, 'startswith');
  // Every round of a truncation asks for the same images again.
  const size = sizes.get(url) ?? imageSize(await imageBytes(url, resources));
  sizes.set(url, size);
  const detail = dictWith(image, 'get').get('detail');
  return imageTokens(model, size, detail === undefined ? 'high' : detail);
}

/** The bytes of a `data:image/` address; anything else is fetched, in at most three tries. */
async function imageBytes(url: string, resources: Resources | undefined): Promise<Uint8Array> {
  if (url.startsWith('data:image/')) {
    const data = url.split('base64,')[1];
    if (data === undefined) throw new EngineError('IndexError', 'list index out of range');
    return decodeBase64(data);
  }
  if (!resources?.fetch)
    throw new EngineError(
      'NetworkNotAllowed',
      `${url} would have to be fetched, and ParserLens may not use the network.`,
    );
  for (let tries = 1; ; tries++) {
    try {
      return await resources.fetch(url);
    } catch (error) {
      if (tries === 3) throw new EngineError('HTTPError', error instanceof Error ? error.message : String(error));
    }
  }
}
