import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { jsonLoads } from '../../python/jsonLoads.ts';

/** The files of a model's folder that say how it is asked and how its answers are read; never its weights or vocabularies. */
export const modelFileNames = [
  'tokenizer_config.json',
  'chat_template.jinja',
  'chat_template.json',
  'special_tokens_map.json',
] as const;

/** What the files of a model say. */
export interface OpenModel {
  /** The file's value; `undefined`: it has none. */
  readonly responseTemplate: PyValue | undefined;
  /** One template, several by their names, or `null`. */
  readonly chatTemplate: PyValue;
  /** The special tokens that are set, by name. */
  readonly specialTokens: PyDict;
}

/** Reads the files of a model, by their names. Raises `JSONDecodeError` with the file, and `ValueError` for a configuration that is no object. Linear. */
export function readOpenModel(files: ReadonlyMap<string, string>): OpenModel {
  const config = objectOf(files, 'tokenizer_config.json');
  const tokens = new Map<string, PyValue>();
  for (const source of [objectOf(files, 'special_tokens_map.json'), config])
    for (const [key, value] of source) {
      const text = isPyDict(value) ? (value.get('content') ?? null) : value;
      if (key.endsWith('_token') && typeof text === 'string') tokens.set(key, text);
    }
  return {
    responseTemplate: config.get('response_template') ?? undefined,
    chatTemplate:
      files.get('chat_template.jinja') ??
      (config.has('chat_template')
        ? namedTemplates(config.get('chat_template') ?? null)
        : (objectOf(files, 'chat_template.json').get('chat_template') ?? null)),
    specialTokens: tokens,
  };
}

function objectOf(files: ReadonlyMap<string, string>, name: string): PyDict {
  const text = files.get(name);
  if (text === undefined) return new Map();
  const read = jsonLoads(text);
  if (!read.ok) throw new EngineError(read.error.kind, `${name}: ${read.error.message}`);
  if (!isPyDict(read.value)) throw new EngineError('ValueError', `${name} is not an object.`);
  return read.value;
}

/** The legacy list of `{name, template}` as templates by their names. */
function namedTemplates(value: PyValue): PyValue {
  if (!isPyList(value)) return value;
  const named = new Map<string, PyValue>();
  for (const item of value)
    if (isPyDict(item)) {
      const [name, template] = [item.get('name') ?? null, item.get('template') ?? null];
      if (typeof name === 'string' && template !== null) named.set(name, template);
    }
  return named;
}

/** The keys of a `response_template` definition that reads a model's answers. Raises `KeyError` for a model without a response template. */
export function modelDefinition(files: ReadonlyMap<string, string>): PyDict {
  const { responseTemplate, chatTemplate, specialTokens } = readOpenModel(files);
  if (responseTemplate === undefined)
    throw new EngineError(
      'KeyError',
      'tokenizer_config.json has no `response_template`: its answers are read by nothing.',
    );
  const text = isPyDict(chatTemplate)
    ? (chatTemplate.get('default') ?? [...chatTemplate.values()][0] ?? null)
    : chatTemplate;
  return new Map<string, PyValue>([
    ['type', 'response_template'],
    ['response_template', responseTemplate],
    ...(typeof text === 'string' ? [['chat_template', text] as const] : []),
    ['special_tokens', specialTokens],
  ]);
}
