// biome-ignore-all lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: snippets have placeholders of this form
import * as z from 'zod';
import { newestRelease } from '../core/agentscopeReleases.ts';
import { described, type JsonSchema, propertiesOf, schemaAddress, schemaKey } from '../json/jsonSchema.ts';
import { systemConversations, systemFormattings } from '../systems/registry.ts';
import { tokenCounterTypes } from '../tokens/index.ts';
import { formatterTypes, moduleFormatterName } from './formatters/registry.ts';
import { conversationVersions, recordedReleases } from './otherVersions.ts';
import { truncations } from './truncation/registry.ts';

/**
 * The JSON Schema (draft-07) of `.messages.json`, for completion and hovers, built from the registries. Like
 * `definitionSchema` it says what may be written, not what must: `readConversation` reports the rest. It says nothing at
 * all of a file that does not look like a conversation: other programs give translations the same name.
 */
export function conversationSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: schemaAddress('conversation'),
    title: 'Conversation',
    allowTrailingCommas: true,
    allowComments: true,
    defaultSnippets: [snippet],
    if: { type: 'array' },
    then: { $ref: '#/definitions/messages' },
    else: { if: { type: 'object', required: ['messages'] }, then: { $ref: '#/definitions/conversation' } },
    definitions: {
      conversation: {
        ...described('Messages, and how they become the payload of a provider.'),
        type: 'object',
        properties: {
          $schema: schemaKey('conversation'),
          formatter: named(
            'The formatter, named as its class, or `custom` for a `module`.',
            [
              ...formatterTypes.map(each => ({ name: each.name, words: formatterWords(each) })),
              ...systemFormattings.flatMap(({ system, formatters }) =>
                formatters
                  .filter(({ name }) => !formatterTypes.some(each => each.name === name))
                  .map(each => ({ name: each.name, words: `${system}: ${formatterWords(each)}` })),
              ),
              { name: moduleFormatterName, words: 'The functions of the conversation’s module' },
            ],
            ({ name }) => name,
            ({ words }) => words,
          ),
          truncation: named(
            'How messages are made to fit `max_tokens`. Default: `fifo`.',
            truncations,
            ({ name }) => name,
            ({ summary }) => summary,
          ),
          token_counter: {
            ...described('The token counter, with the arguments of its class.'),
            type: 'object',
            properties: {
              type: named(
                'The counter, named as its class or encoding.',
                tokenCounterTypes,
                each => each.type,
                each => each.summary,
              ),
            },
            allOf: tokenCounterTypes.map(({ type, keys }) => ({
              if: { properties: { type: { const: type } }, required: ['type'] },
              then: { properties: propertiesOf(keys) },
            })),
          },
          ...propertiesOf(conversationKeys),
          messages: { $ref: '#/definitions/messages' },
        },
      },
      messages: {
        ...described('The messages, the oldest first.'),
        type: 'array',
        items: { $ref: '#/definitions/message' },
      },
      message: {
        properties: {
          ...openProperties(messageKeys),
          content: {
            ...described('A text, or a list of blocks.'),
            anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/definitions/block' } }],
          },
        },
        defaultSnippets: [
          { label: 'message', body: { name: '${1:name}', role: '${2|user,assistant,system|}', content: '$3' } },
        ],
      },
      block: {
        type: 'object',
        properties: {
          type: named(
            'The type of the block.',
            Object.entries(blockTypes),
            ([type]) => type,
            ([, { summary }]) => summary,
          ),
        },
        allOf: Object.entries(blockTypes).map(([type, { summary, keys }]) => ({
          if: { properties: { type: { const: type } }, required: ['type'] },
          then: { ...described(summary), properties: openProperties(keys) },
        })),
      },
    },
  };
}

const snippet = {
  label: 'conversation',
  description: 'A conversation with its formatter, counter and limit',
  body: {
    agentscope_version: newestRelease,
    formatter: '${1:OpenAIChatFormatter}',
    token_counter: { type: 'OpenAITokenCounter', model_name: '${2:gpt-4o}' },
    max_tokens: '^${3:8000}',
    messages: [
      { name: 'system', role: 'system', content: "${4:You're a helpful assistant.}" },
      { name: '${5:user}', role: 'user', content: '$6' },
    ],
  },
};

/** Names to pick from; any other text is `checkConversation`'s to report. */
function named<T>(
  words: string,
  items: readonly T[],
  name: (item: T) => string,
  summary: (item: T) => string,
): JsonSchema {
  const names = { enum: items.map(name), enumDescriptions: items.map(summary) };
  return { ...described(words), type: 'string', anyOf: [names, { type: 'string' }] };
}

function formatterWords({
  provider,
  multiAgent,
}: Pick<(typeof formatterTypes)[number], 'provider' | 'multiAgent'>): string {
  return multiAgent ? `${provider}, several speakers as one history` : `${provider}, one speaker beside the model`;
}

/** The JSON Schemas of a shape, in which every choice of names admits any other text: `readConversation` reports those. */
function openProperties(shape: z.ZodRawShape): Record<string, unknown> {
  return opened(propertiesOf(shape)) as Record<string, unknown>;
}

function opened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(opened);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, opened(value)]));
  if (!Array.isArray(copy.enum)) return copy;
  const { enum: names, ...rest } = copy;
  return { ...rest, anyOf: [{ enum: names }, { type: 'string' }] };
}

const source = z.looseObject({
  type: z
    .enum(['url', 'base64'])
    .describe('Where the data are: at an address or in a local file (`url`), or here (`base64`).'),
  url: z.string().optional().describe('An address, or the path of a file relative to this one.'),
  media_type: z.string().optional().describe('The MIME type of the data, such as `image/png`.'),
  data: z.string().optional().describe('The data in base64.'),
});

/** The keys of every type of block, as AgentScope's `*Block` classes have them. */
const blockTypes: Readonly<Record<string, { readonly summary: string; readonly keys: z.ZodRawShape }>> = {
  text: { summary: 'Text.', keys: { text: z.string().describe('The text.') } },
  thinking: {
    summary: 'What the model thought before it answered. Most formatters drop it.',
    keys: { thinking: z.string().describe('The thought.') },
  },
  tool_use: {
    summary: 'A tool call, in a message of role `assistant`.',
    keys: {
      id: z.string().describe('The id of the call, which its result repeats.'),
      name: z.string().describe("The tool's name."),
      input: z.looseObject({}).describe('The arguments.'),
    },
  },
  tool_result: {
    summary: 'The answer of a tool, in a message of role `system`.',
    keys: {
      id: z.string().describe('The id of the call that this answers.'),
      name: z.string().describe("The tool's name."),
      output: z
        .union([z.string(), z.array(z.looseObject({})), z.null()])
        .describe('A text (since AgentScope 1.0.1), or a list of `text`, `image`, `audio` and `video` blocks.'),
    },
  },
  image: { summary: 'An image.', keys: { source: source.describe('Where the image is.') } },
  audio: { summary: 'Sound.', keys: { source: source.describe('Where the sound is.') } },
  video: { summary: 'A video.', keys: { source: source.describe('Where the video is.') } },
  ...Object.assign({}, ...systemFormattings.map(({ blocks }) => blocks)),
};

/** The keys of a message, AgentScope's `Msg`; `content` is described where it is read. */
const messageKeys: z.ZodRawShape = {
  name: z.string().describe('Who speaks. Where it is missing, the role is used instead.'),
  role: z.enum(['user', 'assistant', 'system']).describe('The role. Tool results are blocks of a `system` message.'),
  metadata: z.looseObject({}).nullish().describe('Structured output of the model. It reaches no payload.'),
  ...Object.assign({}, ...systemConversations.map(({ messageKeys: own }) => own)),
  id: z
    .string()
    .optional()
    .describe('Ignored in AgentScope 1, so that `Msg.to_dict()` can be pasted; in AgentScope 2 the id of the message.'),
  timestamp: z.string().optional().describe('Ignored, so that `Msg.to_dict()` can be pasted.'),
};

/** The keys of a conversation beside `formatter`, `truncation`, `token_counter` and `messages`. */
const conversationKeys: z.ZodRawShape = {
  agentscope_version: z
    .enum(conversationVersions)
    .optional()
    .describe(
      `The release of AgentScope whose formatters and counters are followed. Default: the newest of version 1, \`${newestRelease}\`. ` +
        systemFormattings.map(({ versionNote }) => `${versionNote} `).join('') +
        `Only ${recordedReleases.map(each => `\`${each}\``).join(' and ')} are held to recordings of the running code.`,
    ),
  promote_tool_result_images: promotion('Images', '1.0.8', 'OpenAI, DashScope, Gemini and Ollama'),
  promote_tool_result_audios: promotion('Sounds', '1.0.9', 'DashScope'),
  promote_tool_result_videos: promotion('Videos', '1.0.9', 'DashScope'),
  conversation_history_prompt: z
    .string()
    .optional()
    .describe("The MultiAgent formatters' own option: what stands before the first `<history>`."),
  max_tokens: z
    .int()
    .positive()
    .nullish()
    .describe('The most tokens that the payload may have. Messages are dropped or shortened until it fits.'),
  ...Object.assign({}, ...systemConversations.map(({ keys }) => keys)),
  module: z
    .string()
    .optional()
    .describe(
      'The path of an ES module, relative to this file: the formatter `custom`, the truncation `custom`, or both.',
    ),
  parser: z
    .string()
    .optional()
    .describe(
      'The definition that answers are read by: `FILE#NAME`, relative to this file; `#NAME` may be left out where the file ' +
        'holds one definition. Its instruction is put where the framework puts it, and counted.',
    ),
  ...Object.assign({}, ...systemFormattings.map(({ keys }) => keys)),
  tools: z
    .array(z.looseObject({}))
    .optional()
    .describe('The JSON schemas of the tools, which are counted where the counter counts them.'),
};

function promotion(what: string, since: string, formatters: string): z.ZodType {
  return z
    .boolean()
    .optional()
    .describe(
      `${what} in tool results are sent in a message of the user behind the result. An option of the formatters for ${formatters}, since AgentScope ${since}.`,
    );
}
