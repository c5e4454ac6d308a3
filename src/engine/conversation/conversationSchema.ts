// biome-ignore-all lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: snippets have placeholders of this form
import type * as z from 'zod';
import { newestRelease } from '../core/agentscopeReleases.ts';
import { described, type JsonSchema, propertiesOf, schemaAddress, schemaKey } from '../json/jsonSchema.ts';
import { systemFormattings } from '../systems/registry.ts';
import { tokenCounterTypes } from '../tokens/index.ts';
import { blockTypes, conversationKeys, messageKeys } from './conversationKeys.ts';
import { formatterTypes, moduleFormatterName } from './formatters/registry.ts';
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
