import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { jsonValueSpan, memberSpans, spanAtPath } from '../../json/jsonSpans.ts';
import { unescapeJsonString } from '../../json/jsonStringMap.ts';
import { jsonLoads } from '../../python/index.ts';

/** The files of a model's folder that say how it is asked and how its answers are read; never its weights or vocabularies. */
export const modelFileNames = [
  'tokenizer_config.json',
  'chat_template.jinja',
  'chat_template.json',
  'special_tokens_map.json',
] as const;

/** Whether a file says how a model is asked or how its answers are read, by its path: its configuration, or a chat template. Not a vocabulary. */
export function isModelText(path: string): boolean {
  const name = path.replace(/^.*[\\/]/s, '');
  return /\.(?:jinja2?|j2)$/.test(name) || (modelFileNames as readonly string[]).includes(name);
}

/** The folder below a model's that has its further chat templates, each under its name. */
export const moreTemplatesFolder = 'additional_chat_templates';

/** One of a model's chat templates, and where it stands. */
export interface ModelChatTemplate {
  /** `default` for the one that a model has. */
  readonly name: string;
  readonly text: string;
  /** The file that it stands in. */
  readonly file: string;
  /** The place of the text in the file's JSON; absent: it is the file's text. */
  readonly path?: readonly (string | number)[];
}

/** What the files of a model say. */
export interface OpenModel {
  /** The file's value; `undefined`: it has none. */
  readonly responseTemplate: PyValue | undefined;
  /** One template, several by their names, or `null`. */
  readonly chatTemplate: PyValue;
  /** The same with their places; those only that are texts. */
  readonly chatTemplates: readonly ModelChatTemplate[];
  /** The special tokens that are set, by name. */
  readonly specialTokens: PyDict;
}

/**
 * Reads the files of a model, by their paths below its folder. As in transformers, templates in files of their own take the
 * place of all those in the configuration. Raises `JSONDecodeError` with the file, and `ValueError` for a configuration
 * that is not an object. Linear.
 */
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
    ...chatTemplatesOf(files, config),
    specialTokens: tokens,
  };
}

function chatTemplatesOf(
  files: ReadonlyMap<string, string>,
  config: PyDict,
): Pick<OpenModel, 'chatTemplate' | 'chatTemplates'> {
  const own = fileTemplates(files);
  if (own.length > 0) {
    const isSingle = own.length === 1 && own[0]?.name === 'default';
    const chatTemplate = isSingle ? (own[0]?.text ?? null) : new Map(own.map(({ name, text }) => [name, text]));
    return { chatTemplate, chatTemplates: own };
  }
  const file = config.has('chat_template') ? 'tokenizer_config.json' : 'chat_template.json';
  const value = (config.has('chat_template') ? config : objectOf(files, file)).get('chat_template') ?? null;
  return namedTemplates(value, file);
}

/** The templates that are files of their own. */
function fileTemplates(files: ReadonlyMap<string, string>): ModelChatTemplate[] {
  const own = files.get('chat_template.jinja');
  const found: ModelChatTemplate[] =
    own === undefined ? [] : [{ name: 'default', text: own, file: 'chat_template.jinja' }];
  for (const [file, text] of files) {
    const name = nameOfMore(file);
    if (name !== undefined) found.push({ name, text, file });
  }
  return found;
}

/** The name of a further chat template, by its path below the model's folder; `undefined` for any other file. */
function nameOfMore(path: string): string | undefined {
  return path.startsWith(`${moreTemplatesFolder}/`) && path.endsWith('.jinja')
    ? path.slice(moreTemplatesFolder.length + 1, -'.jinja'.length)
    : undefined;
}

function objectOf(files: ReadonlyMap<string, string>, name: string): PyDict {
  const text = files.get(name);
  if (text === undefined) return new Map();
  const read = jsonLoads(text);
  if (!read.ok) throw new EngineError(read.error.kind, `${name}: ${read.error.message}`);
  if (!isPyDict(read.value)) throw new EngineError('ValueError', `${name} is not an object.`);
  return read.value;
}

/** A template in JSON, or the legacy list of `{name, template}` as templates by their names. */
function namedTemplates(value: PyValue, file: string): Pick<OpenModel, 'chatTemplate' | 'chatTemplates'> {
  const at = 'chat_template';
  if (typeof value === 'string')
    return { chatTemplate: value, chatTemplates: [{ name: 'default', text: value, file, path: [at] }] };
  if (!isPyList(value)) return { chatTemplate: value, chatTemplates: [] };
  const named = new Map<string, PyValue>();
  const placed = new Map<string, ModelChatTemplate>();
  for (const [i, item] of value.entries())
    if (isPyDict(item)) {
      const [name, template] = [item.get('name') ?? null, item.get('template') ?? null];
      if (typeof name !== 'string' || template === null) continue;
      named.set(name, template);
      if (typeof template === 'string') placed.set(name, { name, text: template, file, path: [at, i, 'template'] });
    }
  return { chatTemplate: named, chatTemplates: [...placed.values()] };
}

/** The key of a message that a model's templates have for its thoughts. */
export function reasoningKey({ responseTemplate, chatTemplates }: OpenModel): string {
  const keys = ['reasoning_content', 'thinking', 'reasoning'];
  const fields = isPyDict(responseTemplate) ? (responseTemplate as PyDict).get('fields') : undefined;
  const own = fields !== undefined && isPyDict(fields) ? keys.find(key => fields.has(key)) : undefined;
  return (
    own ??
    keys.find(key => chatTemplates.some(({ text }) => new RegExp(`\\b${key}\\b`).test(text))) ??
    'reasoning_content'
  );
}

/** The place of a value in a file's JSON, or of the nearest one around it. Linear. */
export function spanAt(text: string, path: readonly (string | number)[]): Span {
  return spanAtPath(text, jsonValueSpan(text, 0, text.length), path);
}

/** The place of a key of a file's object, quotes included; `undefined` where it has none. Linear. */
export function keySpanOf(text: string, key: string): Span | undefined {
  const { start } = jsonValueSpan(text, 0, text.length);
  return memberSpans(text, start).findLast(member => member.key === key)?.keySpan;
}

/** The same of a key at a path. */
export function keySpanAt(text: string, path: readonly (string | number)[]): Span | undefined {
  const key = path.at(-1);
  return memberSpans(text, spanAt(text, path.slice(0, -1)).start).findLast(member => member.key === key)?.keySpan;
}

/** Gives the place in a template's file of a stretch of the template. */
export function placesOf({ path }: ModelChatTemplate, source: string): (span: Span) => Span {
  if (!path) return span => span;
  const { start, end } = spanAt(source, path);
  const { offsets } = unescapeJsonString(source, start + 1, end - 1);
  return span => ({ start: offsets[span.start] ?? start, end: offsets[span.end] ?? end });
}
