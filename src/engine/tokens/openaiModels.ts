import type { Encoding } from './encoding.ts';
import { cl100kBase, o200kBase, p50kBase, r50kBase } from './openaiEncodings.ts';

/** An encoding as tiktoken knows it by name: several share one vocabulary and differ in their special tokens. */
export interface NamedEncoding {
  readonly name: string;
  readonly encoding: Encoding;
  readonly specialTokens: ReadonlySet<string>;
}

const endOfText = '<|endoftext|>';
const endOfPrompt = '<|endofprompt|>';
const fillInTheMiddle = ['<|fim_prefix|>', '<|fim_middle|>', '<|fim_suffix|>'];
const harmonyNames = ['startoftext', 'return', 'constrain', 'channel', 'start', 'end', 'message', 'call'];
const harmonyReserved = [200000, 200001, 200004, 200009, 200010, 200011];
for (let id = 200013; id < 201088; id++) harmonyReserved.push(id);
const harmony = [...harmonyNames, ...harmonyReserved.map(id => `reserved_${id}`)].map(name => `<|${name}|>`);

const o200k = named('o200k_base', o200kBase, [endOfText, endOfPrompt]);
const o200kHarmony = named('o200k_harmony', o200kBase, [endOfText, endOfPrompt, ...harmony]);
const cl100k = named('cl100k_base', cl100kBase, [endOfText, ...fillInTheMiddle, endOfPrompt]);
const p50k = named('p50k_base', p50kBase, [endOfText]);
const p50kEdit = named('p50k_edit', p50kBase, [endOfText, ...fillInTheMiddle]);
const r50k = named('r50k_base', r50kBase, [endOfText]);
const gpt2 = named('gpt2', r50kBase, [endOfText]);

/** tiktoken's `MODEL_TO_ENCODING`. */
const models = new Map<string, NamedEncoding>([
  ...each(o200k, 'o1 o3 o4-mini gpt-5 gpt-4.1 gpt-4o'),
  ...each(cl100k, 'gpt-4 gpt-3.5-turbo gpt-3.5 gpt-35-turbo davinci-002 babbage-002'),
  ...each(cl100k, 'text-embedding-ada-002 text-embedding-3-small text-embedding-3-large'),
  ...each(
    p50k,
    'text-davinci-003 text-davinci-002 code-davinci-002 code-davinci-001 code-cushman-002 code-cushman-001',
  ),
  ...each(p50k, 'davinci-codex cushman-codex'),
  ...each(r50k, 'text-davinci-001 text-curie-001 text-babbage-001 text-ada-001 davinci curie babbage ada'),
  ...each(r50k, 'text-similarity-davinci-001 text-similarity-curie-001 text-similarity-babbage-001'),
  ...each(r50k, 'text-similarity-ada-001 text-search-davinci-doc-001 text-search-curie-doc-001'),
  ...each(r50k, 'text-search-babbage-doc-001 text-search-ada-doc-001 code-search-babbage-code-001'),
  ...each(r50k, 'code-search-ada-code-001'),
  ...each(p50kEdit, 'text-davinci-edit-001 code-davinci-edit-001'),
  ...each(gpt2, 'gpt2 gpt-2'),
]);

/** tiktoken's `MODEL_PREFIX_TO_ENCODING`; the first that fits counts. */
const prefixes: readonly (readonly [string, NamedEncoding])[] = [
  ...each(o200k, 'o1- o3- o4-mini- gpt-5 gpt-4.5- gpt-4.1- chatgpt-4o- gpt-4o-'),
  ...each(cl100k, 'gpt-4- gpt-3.5-turbo- gpt-35-turbo-'),
  ...each(o200kHarmony, 'gpt-oss-'),
  ...each(o200k, 'ft:gpt-4o'),
  ...each(cl100k, 'ft:gpt-4 ft:gpt-3.5-turbo ft:davinci-002 ft:babbage-002'),
];

/** tiktoken's `encoding_for_model`; `undefined` where it raises `KeyError`. */
export function encodingForModel(model: string): NamedEncoding | undefined {
  return models.get(model) ?? prefixes.find(([prefix]) => model.startsWith(prefix))?.[1];
}

/** What AgentScope takes for a model that tiktoken does not know. */
export const fallbackEncoding = o200k;

function named(name: string, encoding: Encoding, specialTokens: readonly string[]): NamedEncoding {
  return { name, encoding, specialTokens: new Set(specialTokens) };
}

function each(encoding: NamedEncoding, names: string): [string, NamedEncoding][] {
  return names.split(' ').map(name => [name, encoding]);
}
