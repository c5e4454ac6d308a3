import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';

/** Whether a file is a model's configuration, by its name: a path or a URI. */
export function isModelConfig(fileName: string | undefined): boolean {
  return fileName !== undefined && /(?:^|[\\/])tokenizer_config\.json$/.test(fileName);
}

/** The model's configuration whose response template a definition names, relative to the definition or absolute; `undefined`: it names none. */
export function namedTemplateFile({ config }: DefinitionSource): string | undefined {
  const named = config.get('response_template');
  const file = typeof named === 'string' ? /^(.*)#\/response_template$/s.exec(named)?.[1] : undefined;
  return isModelConfig(file) ? file : undefined;
}

/** What a model is called, by the folder of its configuration; `undefined` where there is no folder. */
export function modelNameOf(fileName: string): string | undefined {
  const folder = /([^\\/]+)[\\/]+tokenizer_config\.json$/.exec(fileName)?.[1];
  if (folder === undefined || !/^[A-Za-z][\w+.-]+:/.test(fileName)) return folder;
  try {
    return decodeURIComponent(folder);
  } catch {
    return folder;
  }
}

/**
 * The keys of the `response_template` definition that a model's configuration makes; `undefined` where it has no response
 * template. A chat template that is a file of its own is found when the definition's files are read.
 */
export function modelConfigKeys(config: PyValue): PyDict | undefined {
  const template = isPyDict(config) ? (config.get('response_template') ?? null) : null;
  if (!isPyDict(config) || template === null) return undefined;
  const chat = chatTextOf(config.get('chat_template') ?? null);
  const tokens = new Map<string, PyValue>();
  for (const [key, value] of config) {
    const text = isPyDict(value) ? (value.get('content') ?? null) : value;
    if (key.endsWith('_token') && typeof text === 'string') tokens.set(key, text);
  }
  return new Map<string, PyValue>([
    ['type', 'response_template'],
    ['response_template', template],
    ...(chat === undefined ? [] : [['chat_template', chat] as const]),
    ['special_tokens', tokens],
  ]);
}

/**
 * The keys of a definition that names a model's files, for samples: those cannot stand in the model's own. `keys` are those
 * of {@link modelConfigKeys}; `hasChatFile`: the chat template is a file of its own.
 */
export function namedModelKeys(keys: PyDict, hasChatFile: boolean): PyDict {
  const chat = hasChatFile ? 'chat_template.jinja' : keys.get('chat_template');
  const tokens = keys.get('special_tokens');
  return new Map<string, PyValue>([
    ['type', 'response_template'],
    ['response_template', 'tokenizer_config.json#/response_template'],
    ...(chat === undefined ? [] : [['chat_template', chat] as const]),
    ...(isPyDict(tokens) && tokens.size > 0 ? [['special_tokens', tokens] as const] : []),
  ]);
}

/** A chat template, or the default one of the legacy list of `{name, template}`. */
function chatTextOf(value: PyValue): string | undefined {
  if (typeof value === 'string') return value;
  if (!isPyList(value)) return undefined;
  const named = value.filter(isPyDict).find(item => item.get('name') === 'default');
  const text = named?.get('template');
  return typeof text === 'string' ? text : undefined;
}
