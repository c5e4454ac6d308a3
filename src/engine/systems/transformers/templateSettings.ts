import { EngineError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import { pointerStep } from '../../core/pointerStep.ts';
import { isPyDict, isPyList, type PyDict, type PyList, type PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import { resultOrError } from '../../parsers/shared/attempt.ts';
import { JinjaError, jsonLoads } from '../../python/index.ts';
import { decodeUtf8 } from '../../text/index.ts';
import { applyChatTemplate, compileChatTemplate, type RenderedChat } from '../../tokens/index.ts';
import { loadResponseTemplate, type ResponseTemplate } from './responseTemplate.ts';
import { isModelConfig } from './tokenizerConfig.ts';
import { releaseOf } from './transformersRelease.ts';

/** The `prefix` that is rendered. */
export const fromChatTemplate = 'from chat template';

/** The chat template that is a file of its own, beside a model's configuration. */
const ownChatFile = 'chat_template.jinja';

/** What the user says in the prompt of the preview, behind which answers are read. */
export const promptMessages: PyList = [
  new Map<string, PyValue>([
    ['role', 'user'],
    ['content', '…'],
  ]),
];

/** What a definition says, its files read. */
export interface TemplateSettings {
  readonly template: ResponseTemplate;
  /** The response template as it is written. */
  readonly written: PyValue;
  readonly chatTemplate: string | undefined;
  /** The prompt, with the part of the chat template that each piece came from, or what rendering it raised; absent without a chat template. */
  readonly prompt: RenderedChat | EngineError | undefined;
  /** What answers are read after; the error where it cannot be rendered. */
  readonly prefix: string | EngineError;
  readonly tools: PyValue;
}

/** The longest path that any system takes, in UTF-16 units. */
const longestPath = 4096;

/** Whether a template is the name of a file, not its text. */
function isTemplateFile(text: string): boolean {
  return text.length <= longestPath && /^[^\n{}]+\.(?:jinja2?|j2|json)(?:#.*)?$/.test(text);
}

/** Whether everything that the definition says stands in it. */
export function isInline({ config, file }: DefinitionSource): boolean {
  if (isModelConfig(file)) return false;
  const chat = config.get('chat_template');
  return isPyDict(config.get('response_template')) && !(typeof chat === 'string' && isTemplateFile(chat));
}

/** The files that a definition reads its settings from, there or not: relative to it, or absolute. */
export function settingsFiles({ config, file }: DefinitionSource): readonly string[] {
  if (isModelConfig(file)) return [ownChatFile];
  const template = config.get('response_template');
  const chat = config.get('chat_template');
  return [
    ...(typeof template === 'string' ? [template] : []),
    ...(typeof chat === 'string' && isTemplateFile(chat) ? [chat] : []),
  ].map(reference => reference.replace(/#.*$/s, ''));
}

/** Settings of a definition that names no file. Raises what its templates raise, with the place in the definition. */
export function inlineSettings(source: DefinitionSource): TemplateSettings {
  const { config } = source;
  const template = inlineTemplate(source);
  const chat = config.get('chat_template');
  return settingsOf(
    config,
    template,
    config.get('response_template') ?? null,
    typeof chat === 'string' ? chat : undefined,
  );
}

/** The response template of a definition that has it inside. Raises its errors with their places in the definition. */
export function inlineTemplate({ config }: DefinitionSource): ResponseTemplate {
  return loadResponseTemplate(config.get('response_template') ?? null, ['response_template'], releaseOf(config));
}

/** Settings that were read, by what they were read for. */
const lastSettings = new WeakMap<DefinitionSource, TemplateSettings>();

/** The last result of {@link readSettings} for a definition; one that names no file has it at once. Raises like {@link inlineSettings}. */
export function knownSettings(source: DefinitionSource): TemplateSettings | undefined {
  return isInline(source) ? inlineSettings(source) : lastSettings.get(source);
}

/** Settings of any definition. Raises as {@link inlineSettings}, and for files that cannot be read. */
export async function readSettings(source: DefinitionSource, host: Host): Promise<TemplateSettings> {
  const settings = await readAnew(source, host);
  lastSettings.set(source, settings);
  return settings;
}

async function readAnew(source: DefinitionSource, host: Host): Promise<TemplateSettings> {
  const { config, file } = source;
  const own = config.get('response_template') ?? null;
  const written = typeof own === 'string' ? await readModelValue(own, file, host) : own;
  const template =
    typeof own === 'string' ? loadResponseTemplate(written, [], releaseOf(config)) : inlineTemplate(source);
  return settingsOf(config, template, written, await readChatTemplate(source, host));
}

/** The text of a definition's chat template; `undefined`: it has none. Raises for a file that cannot be read. */
export async function readChatTemplate({ config, file }: DefinitionSource, host: Host): Promise<string | undefined> {
  const own = isModelConfig(file) ? await ownChatTemplate(file, host) : undefined;
  const chat = config.get('chat_template');
  return own ?? (typeof chat === 'string' ? chatText(chat, file, host) : undefined);
}

/** The chat template in the file beside a model's configuration, which takes the place of that in it. */
async function ownChatTemplate(file: string | undefined, host: Host): Promise<string | undefined> {
  try {
    return await readModelText(pathBeside(file, ownChatFile), host);
  } catch (error) {
    if (error instanceof EngineError && error.class === 'FileNotFoundError') return undefined;
    throw error;
  }
}

async function chatText(source: string, file: string | undefined, host: Host): Promise<string> {
  if (!isTemplateFile(source)) return source;
  if (!/\.json(?:#|$)/.test(source)) return readModelText(pathBeside(file, source), host);
  const value = await readModelValue(source.includes('#') ? source : `${source}#/chat_template`, file, host);
  return typeof value === 'string' ? value : '';
}

function settingsOf(
  config: PyDict,
  template: ResponseTemplate,
  written: PyValue,
  chatTemplate: string | undefined,
): TemplateSettings {
  const tools = config.get('tools') ?? null;
  const prompt = chatTemplate === undefined ? undefined : promptOf(config, chatTemplate, tools);
  const own = config.get('prefix');
  const isRendered = own === undefined ? prompt !== undefined : own === fromChatTemplate;
  const rendered = prompt instanceof EngineError ? prompt : (prompt?.text ?? '');
  const prefix = isRendered ? rendered : typeof own === 'string' ? own : '';
  return { template, written, chatTemplate, prompt, prefix, tools };
}

function promptOf(config: PyDict, chatTemplate: string, tools: PyValue): RenderedChat | EngineError | undefined {
  const dict = (key: string): PyDict => {
    const value = config.get(key);
    return isPyDict(value) ? value : new Map();
  };
  // A fault of its syntax is the definition's; what it raises for this conversation is not.
  compiled(chatTemplate);
  return resultOrError(
    () =>
      applyChatTemplate({
        chatTemplate,
        messages: promptMessages,
        tools,
        addGenerationPrompt: true,
        specialTokens: dict('special_tokens'),
        kwargs: dict('template_kwargs'),
      }).chats[0],
  );
}

function compiled(chatTemplate: string): void {
  try {
    compileChatTemplate(chatTemplate);
  } catch (error) {
    if (!(error instanceof JinjaError)) throw error;
    const line = error.span ? ` (line ${chatTemplate.slice(0, error.span.start).split('\n').length})` : '';
    throw new EngineError(error.class, `${error.message}${line}`, undefined, ['chat_template']);
  }
}

/** The path of a file that another one names, relative to it or absolute; `file` is a path or a `file:` URI. */
function pathBeside(file: string | undefined, path: string): string {
  if (/^(?:[A-Za-z]:)?[\\/]/.test(path) || file === undefined) return path;
  const place = /^file:\/\//i.test(file) ? fromUri(file) : file;
  return place.replace(/[^\\/]*$/, '') + path;
}

function fromUri(uri: string): string {
  const path = uri.replace(/^file:\/\/(?:localhost)?/i, '').replace(/^\/([A-Za-z]%3A|[A-Za-z]:)/i, '$1');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The text of a file of a model. Raises `FileNotFoundError` and `UnicodeDecodeError`. */
async function readModelText(path: string, host: Host): Promise<string> {
  if (!host.readFile)
    throw new EngineError(
      'FileNotFoundError',
      `${path} cannot be read here: there are no files. Put its text into the definition.`,
    );
  const bytes = await host.readFile(path);
  if (!bytes) throw new EngineError('FileNotFoundError', `There is no file ${path}, or it is too large.`);
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new EngineError('UnicodeDecodeError', `${path} is not UTF-8.`);
  return text.replace(/\r\n?/g, '\n');
}

/** The value that `file.json#/key/0` names: of the whole file without a `#`. Raises `FileNotFoundError`, `JSONDecodeError`, and `KeyError` for what is not in it. */
async function readModelValue(reference: string, file: string | undefined, host: Host): Promise<PyValue> {
  const hash = reference.indexOf('#');
  const path = pathBeside(file, hash === -1 ? reference : reference.slice(0, hash));
  const read = jsonLoads(await readModelText(path, host));
  if (!read.ok) throw new EngineError(read.error.kind, `${path}: ${read.error.message}`);
  let value = read.value;
  const steps =
    hash === -1
      ? []
      : reference
          .slice(hash + 1)
          .split('/')
          .slice(1);
  for (const step of steps) {
    const key = pointerStep(step);
    const inner: PyValue | undefined = isPyDict(value)
      ? value.get(key)
      : isPyList(value)
        ? value[Number(key)]
        : undefined;
    if (inner === undefined)
      throw new EngineError('KeyError', `${path} has no ${reference.slice(hash + 1)}: there is no \`${key}\`.`);
    value = inner;
  }
  return value;
}
