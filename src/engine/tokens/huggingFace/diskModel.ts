import { EngineError } from '../../core/errors.ts';
import type { Host, TokenizerFiles } from '../../core/host.ts';
import { fromPlain, isPyDict, type PyValue } from '../../core/pyValue.ts';
import { decodeUtf8 } from '../../text/index.ts';
import type { ChatTemplate } from '../chatTemplates/chatTemplate.ts';
import { jinjaChatTemplate } from '../chatTemplates/compiledChatTemplate.ts';
import { HostCache } from '../hostCache.ts';
import { bpeTokenizer } from './bpeTokenizer.ts';
import type { ChatModel } from './chatModel.ts';
import { libraryTokenizer } from './libraryTokenizer.ts';
import type { TextCounter, Tokenizer } from './tokenizer.ts';
import { type TokenizerConfig, type TokenizerJson, vocabularyOf } from './vocabularyFile.ts';

const models = new HostCache<ChatModel>();

/** Where a model is: its path, as its author wrote it, and the folder at which a relative one starts. */
interface DiskPlace {
  readonly name: string;
  readonly folder: string | undefined;
}

/**
 * A model whose `tokenizer.json` is on disk, in a folder or named itself, with `tokenizer_config.json` and
 * `chat_template.jinja` beside it. Rejects with `EngineError` where the files make no tokenizer, with that of `missing`
 * where there is none. Without a chat template text is counted, and a conversation raises AgentScope's `ValueError`.
 */
export function diskModel(
  host: Host,
  { name, folder: start }: DiskPlace,
  missing: () => EngineError,
): ChatModel | Promise<ChatModel> {
  const path = start === undefined || /^([/\\]|[A-Za-z]:[/\\])/.test(name) ? name : joined(start, name);
  return models.get(host, path, async () => {
    const file = path.endsWith('.json') ? path : joined(path, 'tokenizer.json');
    const folder = file.slice(0, -fileName(file).length);
    const json = await readJson<TokenizerJson>(host, file);
    if (!json) throw missing();
    const config = (await readJson<TokenizerConfig>(host, `${folder}tokenizer_config.json`)) ?? {};
    const template = (await readText(host, `${folder}chat_template.jinja`)) ?? templateOf(config);
    return {
      tokenizer: ownTokenizer(json, file) ?? (await generalTokenizer({ json, config }, host)),
      template: template === undefined ? noTemplate(name) : jinjaChatTemplate(template, specialTokens(config)),
    };
  });
}

/** The tokenizer that is built here, where there is one for such a file. Throws `EngineError` for one that is malformed. */
function ownTokenizer(json: TokenizerJson, file: string): Tokenizer | undefined {
  try {
    const vocabulary = json.model?.type === 'BPE' ? vocabularyOf(json) : undefined;
    return vocabulary && bpeTokenizer(vocabulary);
  } catch {
    throw new EngineError(
      'TokenizerError',
      `${file} is not JSON of a tokenizer: its parts are not what they should be.`,
    );
  }
}

function noTemplate(name: string): ChatTemplate {
  return {
    render() {
      throw new EngineError(
        'ValueError',
        `The tokenizer for model ${name} in transformers does not have chat template.`,
      );
    },
  };
}

/** `chat_template` of a config: one, or several by name of which one is the default. */
function templateOf({ chat_template: template }: TokenizerConfig): string | undefined {
  if (typeof template === 'string') return template;
  if (!Array.isArray(template)) return undefined;
  const chosen = template.find(each => each?.name === 'default');
  return typeof chosen?.template === 'string' ? chosen.template : undefined;
}

/** The special tokens that templates name, such as `bos_token`: texts, or objects that hold one. */
function specialTokens(config: TokenizerConfig): Map<string, PyValue> {
  const tokens = new Map<string, PyValue>();
  for (const [name, value] of Object.entries(config)) {
    if (!name.endsWith('_token')) continue;
    const token = fromPlain(value);
    const content = isPyDict(token) ? token.get('content') : token;
    if (typeof content === 'string') tokens.set(name, content);
  }
  return tokens;
}

async function readJson<T>(host: Host, path: string): Promise<T | undefined> {
  const text = await readText(host, path);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as T;
  } catch {
    // Told below, as what is JSON but no object.
  }
  throw new EngineError('TokenizerError', `${path} is not JSON of a tokenizer.`);
}

async function readText(host: Host, path: string): Promise<string | undefined> {
  const bytes = await host.readFile?.(path);
  return bytes && decodeUtf8(bytes);
}

function joined(folder: string, name: string): string {
  return /[/\\]$/.test(folder) ? `${folder}${name}` : `${folder}/${name}`;
}

function fileName(path: string): string {
  return /[^/\\]*$/.exec(path)![0];
}

/** How long a tokenizer may take for any text, in milliseconds, and how many UTF-16 units it may take one more for. */
const baseMs = 5000;
const unitsPerMs = 100;

/**
 * The tokenizer of any `tokenizer.json`. It runs apart, where the host can do that: its patterns may never end, and its
 * rules may fill the memory. Where the host cannot, only one without patterns is run. Rejects with `EngineError` for
 * one that cannot be run.
 */
async function generalTokenizer(files: TokenizerFiles, host: Host): Promise<TextCounter> {
  const { countTokens } = host;
  if (!countTokens) {
    if (hasPattern(files.json))
      throw new EngineError(
        'TokenizerError',
        'This tokenizer has patterns of its own. They run in a process, which there is not in a browser: open the folder in VS Code’s desktop, or use the command line.',
      );
    return libraryTokenizer(files);
  }
  const count = async (text: string, isPlain: boolean): Promise<number> => {
    const limitMs = baseMs + Math.ceil(text.length / unitsPerMs);
    const outcome = await countTokens({ files, text, isPlain }, limitMs);
    if (outcome.ok) return outcome.count;
    throw new EngineError(outcome.error.class, outcome.error.message);
  };
  // Whether it can be read at all is known before anything is counted.
  await count('', false);
  return { count: text => count(text, false), countPlain: text => count(text, true) };
}

/** Whether a value has a `Regex` anywhere; of what is nested deeper than any tokenizer, one is assumed. */
function hasPattern(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > 20) return true;
  return Object.entries(value).some(([key, each]) => key === 'Regex' || hasPattern(each, depth + 1));
}
