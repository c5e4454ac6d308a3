import { isSecondGeneration } from '../../../core/agentscopeReleases.ts';
import { isPyDict, isPyList, type PyDict, PyFloat, type PyValue } from '../../../core/pyValue.ts';
import { readJson, toPython } from '../../../json/jsonSource.ts';
import type { MigratedConversation } from '../../../messages/conversationFormatting.ts';
import { toJsonText } from '../../../python/index.ts';
import { type FormatterType2, formatterTypes2, renamedFormatters } from '../formatters/registry.ts';
import { agentscope2Version } from '../versions.ts';
import { Migration, migrateMessages } from './migrateMessages.ts';

/** Options of AgentScope 1 that have no effect in 2. */
const gone = [
  'token_counter',
  'truncation',
  'history_processors',
  'module',
  'promote_tool_result_images',
  'promote_tool_result_audios',
  'promote_tool_result_videos',
];

const usualTriggerRatio = 0.8;

/**
 * Rewrites a conversation of AgentScope 1 (`.messages.json`, or one message a line) for AgentScope 2. `folder`: where its
 * relative paths start. `undefined` for a text that is not a conversation, or one of AgentScope 2 already. Comments of the
 * file are lost, and the changes say so. Linear; never throws.
 */
export function migrateConversation(text: string, fileName: string, folder?: string): MigratedConversation | undefined {
  const migration = new Migration(folder);
  const isLines = /\.(jsonl|ndjson)$/i.test(fileName);
  const values = isLines ? linesOf(text) : wholeOf(text);
  if (values === undefined) return undefined;
  const root = isPyDict(values) ? values : undefined;
  const messages = root ? (root.get('messages') ?? null) : values;
  if (!isPyList(messages)) return undefined;
  const version = root?.get('agentscope_version');
  if (typeof version === 'string' && isSecondGeneration(version)) return undefined;
  const options = migrateOptions(root ?? new Map(), migration);
  const made = migrateMessages(messages, migration);
  if (!isLines && /\/[/*](?<=(?:^|,)\s*\/[/*])/m.test(text)) migration.say('comments of the file are not kept');
  const lines = made.map(message => `${toJsonText(message, 0)}\n`).join('');
  return {
    text: isLines ? lines : `${toJsonText(root ? new Map([...options, ['messages', made]]) : made)}\n`,
    version: agentscope2Version,
    changes: migration.changes,
    silent: silentDifferences(made, root ?? new Map()),
  };
}

function wholeOf(text: string): PyValue | undefined {
  const { root } = readJson(text);
  return root && toPython(root, text);
}

function linesOf(text: string): PyValue | undefined {
  const values = text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(wholeOf);
  return values.every(value => value !== undefined) ? values : undefined;
}

/** The options of the file, with what comes nearest to those that are gone. */
function migrateOptions(root: PyDict, migration: Migration): PyDict {
  const made = new Map<string, PyValue>([['agentscope_version', agentscope2Version]]);
  for (const [key, value] of root) {
    if (key === 'agentscope_version' || key === 'messages') continue;
    if (key === 'formatter') made.set(key, formatterFor(value, migration));
    else if (key === 'max_tokens') {
      const limit = value instanceof PyFloat ? value.value : value;
      if (typeof limit !== 'number') continue;
      made.set('context', new Map([['context_size', Math.round(limit / usualTriggerRatio)]]));
      migration.say('`max_tokens` has no effect in AgentScope 2; `context` makes compression begin there instead');
    } else if (gone.includes(key)) migration.say(`\`${key}\` has no effect in AgentScope 2, and is left out`);
    else made.set(key, value);
  }
  return made;
}

function formatterFor(value: PyValue, migration: Migration): PyValue {
  const name = typeof value === 'string' && Object.hasOwn(renamedFormatters, value) && renamedFormatters[value];
  if (name) {
    migration.say(`\`${value}\` is called \`${name}\``);
    return name;
  }
  if (typeof value === 'string' && !formatterTypes2.some(({ name }) => name === value))
    migration.say(`AgentScope 2 has no \`${value}\`: choose another formatter`);
  return value;
}

/** What a migrated conversation does otherwise in AgentScope 2 though nothing raises, as far as it applies. */
function silentDifferences(messages: readonly PyDict[], options: PyDict): readonly string[] {
  const name =
    options.get('formatter') === 'OpenAIResponseChatFormatter' ? 'OpenAIResponseFormatter' : options.get('formatter');
  const type = formatterTypes2.find(each => each.name === name);
  const blocks = messages.flatMap(message => blocksOf(message).map(block => ({ message, block })));
  const media = blocks.flatMap(({ message, block }) =>
    block.get('type') === 'data' ? [{ message, type: mediaTypeOf(block), url: urlOf(block) }] : [],
  );
  const has = (kind: string) => blocks.some(({ block }) => block.get('type') === kind);
  const results = blocks.filter(({ block }) => block.get('type') === 'tool_result');
  const found: (string | false | undefined)[] = [
    options.has('max_tokens') &&
      'Formatters cut nothing: only an agent compresses, and what it compresses becomes a summary.',
    options.has('token_counter') && 'There is one estimate, bytes / 4 with 2000 for each medium: counts are others.',
    has('thinking') && thinkingWords(type),
    results.some(({ block }) => partsOf(block).some(each => each.get('type') === 'data')) &&
      'Media of results are presented in a message of the user’s wherever `input_types` allow them, whether or not an option asks for it.',
    type?.provider === 'DashScope' && 'DashScope’s payload has OpenAI’s form now.',
    type?.provider === 'Anthropic' &&
      media.some(({ url }) => url?.startsWith('http')) &&
      'Anthropic’s formatter downloads images instead of naming their addresses: an address that is gone raises.',
    type?.provider === 'OpenAI' &&
      media.some(({ message, type: each }) => message.get('role') === 'assistant' && each.startsWith('audio/')) &&
      'OpenAI’s formatter sends the assistant’s sound, and raises for what is not wav or mp3.',
    type?.multiAgent &&
      ['Anthropic', 'Ollama'].includes(type.provider) &&
      'Only the first run of talk has `<history>` tags.',
    type?.multiAgent && 'A history begins on a line of its own, and a text among tool calls has no speaker’s name.',
    has('tool_call') &&
      'Arguments reach the API as the text that they are: the order of keys and the spelling of numbers count.',
  ];
  return found.filter(each => typeof each === 'string');
}

function thinkingWords(type: FormatterType2 | undefined): string | undefined {
  if (type?.thinking === 'dropped') return `${type.name} drops what the model thought.`;
  return type?.thinking === 'signed'
    ? `${type.name} drops what the model thought where the provider gave no sign with it.`
    : undefined;
}

function blocksOf(message: PyDict): PyDict[] {
  const content = message.get('content');
  return isPyList(content) ? content.filter(isPyDict) : [];
}

function partsOf(block: PyDict): PyDict[] {
  const output = block.get('output');
  return isPyList(output) ? output.filter(isPyDict) : [];
}

function sourceOf(block: PyDict): PyDict {
  const source = block.get('source');
  return isPyDict(source) ? source : new Map();
}

function mediaTypeOf(block: PyDict): string {
  return String(sourceOf(block).get('media_type') ?? '');
}

function urlOf(block: PyDict): string | undefined {
  const url = sourceOf(block).get('url');
  return typeof url === 'string' ? url : undefined;
}
