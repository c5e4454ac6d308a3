import * as z from 'zod';
import { type AgentScopeRelease, type ReleaseRule, ReleaseRules } from '../core/agentscopeReleases.ts';
import { EngineError } from '../core/errors.ts';
import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../core/pyValue.ts';
import { jsonDumps, pyContains, pyGetItem, pyIterate, pyRepr, pyStr, pyTruth } from '../python/index.ts';
import { ownFormula, type TokenCounterSpec, type TokenCounterType } from './counter.ts';
import { countTokens, type Encoding, textPieces, tokenSpans } from './encoding.ts';
import { ImageSizes } from './imageSizes.ts';
import { imageTokens } from './openaiImages.ts';
import { encodingForModel, fallbackEncoding, type NamedEncoding } from './openaiModels.ts';
import type { RankTable } from './rankTable.ts';
import { withRankTable } from './tables.ts';

/** AgentScope's `OpenAITokenCounter(model_name)`. */
export const openaiTokenCounter: TokenCounterType = {
  type: 'OpenAITokenCounter',
  summary: 'AgentScope, OpenAI models: messages, images and tools',
  keys: { model_name: z.string().describe('The name of the OpenAI model, such as `gpt-4o`.') },
  mainKey: 'model_name',
  create(spec, host, release) {
    const model = modelName(spec);
    const encodingOfModel = encodingForModel(model);
    const { name, encoding, specialTokens } = encodingOfModel ?? fallbackEncoding;
    const sizes = new ImageSizes();
    return {
      exact: encodingOfModel !== undefined,
      formula: ownFormula,
      basis: encodingOfModel ? `${name} for ${model}` : `${name}, because ${model} is not a model that tiktoken knows`,
      countText: text => withRankTable(host, encoding.name, table => countTokens(encoding, table, text)),
      tokenSpans: text => withRankTable(host, encoding.name, table => tokenSpans(encoding, table, text)),
      count: async (payload, tools, resources) => {
        const encode = await withRankTable(host, encoding.name, table => encoder(encoding, table, specialTokens));
        let count = 3;
        for (const message of pyIterate(fromPlain(payload)))
          count += await sizes.learning(resources, () =>
            messageTokens(model, dictWith(message, 'items'), encode, sizes),
          );
        return count + allToolTokens(model, tools, encode, release);
      },
      additive: tools =>
        withRankTable(host, encoding.name, table => {
          const encode = encoder(encoding, table, specialTokens);
          return {
            fixed: 3 + allToolTokens(model, tools, encode, release),
            message: message => messageTokens(model, message, encode, sizes),
            pieces: textPieces(encoding, table),
          };
        }),
    };
  },
};

type Encode = (text: PyValue) => number;

/** tiktoken's `len(encode(text))`. */
function encoder(encoding: Encoding, table: RankTable, specialTokens: NamedEncoding['specialTokens']): Encode {
  return text => {
    if (typeof text !== 'string') throw new EngineError('TypeError', 'expected string or buffer');
    refuseSpecialTokens(text, specialTokens);
    return countTokens(encoding, table, text);
  };
}

function allToolTokens(model: string, tools: unknown, encode: Encode, release: AgentScopeRelease): number {
  const list = fromPlain(tools ?? null);
  return pyTruth(list) ? toolTokens(model, list, encode, release) : 0;
}

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

function messageTokens(model: string, message: PyDict, encode: Encode, sizes: ImageSizes): number {
  let count = 3;
  for (const [key, value] of message) {
    if (value === null) continue;
    if (key === 'content' && isPyList(value))
      for (const item of value) count += contentTokens(model, item, encode, sizes);
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

function contentTokens(model: string, item: PyValue, encode: Encode, sizes: ImageSizes): number {
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
  const size = sizes.of(url);
  if (!size) return 0;
  const detail = dictWith(image, 'get').get('detail');
  return imageTokens(model, size, detail === undefined ? 'high' : detail);
}

/**
 * AgentScope's tokens of tool schemas, a list that is not empty; its constants are those of OpenAI's cookbook. Raises
 * `KeyError`, `TypeError` or `AttributeError` where AgentScope does.
 */
function toolTokens(
  model: string,
  tools: PyValue,
  encode: (text: PyValue) => number,
  release: AgentScopeRelease,
): number {
  const rules = new ReleaseRules(release);
  let count = 12;
  for (const tool of pyIterate(tools)) {
    const fn = pyGetItem(tool, 'function');
    const name = pyGetItem(fn, 'name');
    count += model.startsWith('gpt-4o') ? 7 : 10;
    count += encode(`${pyStr(name)}:${description(fn)}`);
    const properties = pyGetItem(pyGetItem(fn, 'parameters'), 'properties');
    if (size(properties) === 0) continue;
    count += 3;
    for (const [key, property] of dictWith(properties, 'keys')) {
      count += 3;
      const type = typeOf(property, rules);
      const text = description(property);
      if (pyContains(dictWith(property, 'keys'), 'enum')) {
        count -= 3;
        for (const item of pyIterate(pyGetItem(property, 'enum'))) count += 3 + encode(item);
      }
      count += encode(`${key}:${pyStr(type)}:${text}`);
    }
  }
  return count;
}

const untypedProperties: ReleaseRule = {
  since: '1.0.19',
  summary: 'OpenAITokenCounter: a property of a tool without a `type` has an empty one, where it was a KeyError before',
};

/** The type of a tool's property as it is printed. */
function typeOf(property: PyValue, rules: ReleaseRules): PyValue {
  if (isPyDict(property) && property.has('type')) return pyGetItem(property, 'type');
  return rules.follows(untypedProperties) ? (dictWith(property, 'get').get('type') ?? '') : pyGetItem(property, 'type');
}

/** `value.get("description", "").removesuffix(".")`. */
function description(value: PyValue): string {
  const text = dictWith(value, 'get').get('description');
  if (text === undefined) return '';
  if (typeof text !== 'string') throw noAttribute(text, 'removesuffix');
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

/** `len(value)`, as far as it matters here: whether there is anything. */
function size(value: PyValue): number {
  if (isPyDict(value)) return value.size;
  if (isPyList(value) || typeof value === 'string') return value.length;
  throw new EngineError('TypeError', `object of type '${pyTypeName(value)}' has no len()`);
}

/** The value as a dict, for a method that only a dict has. Raises Python's `AttributeError` for anything else. */
function dictWith(value: PyValue, method: string): PyDict {
  if (isPyDict(value)) return value;
  throw noAttribute(value, method);
}

/** Python's `AttributeError` of a value. */
function noAttribute(value: PyValue, attribute: string): EngineError {
  return new EngineError('AttributeError', `'${pyTypeName(value)}' object has no attribute '${attribute}'`);
}
