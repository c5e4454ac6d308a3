// biome-ignore-all lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
import * as z from 'zod';
import type { ParserType } from '../parsers/parserType.ts';
import { parserTypes } from '../parsers/registry.ts';
import { commonKeys, filterKeys } from './commonKeys.ts';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema (draft-07) of `.parser.json`, for completion and hovers, built from the schemas that read the file. It
 * says what may be written, not what must: missing and unknown keys are reported by `readDefinitions`, which knows the
 * class's words and a fix, and an editor would otherwise show both. Comments and trailing commas are allowed in VS Code's
 * dialect of JSON Schema.
 */
export function definitionSchema(types: readonly ParserType[] = parserTypes): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Parser definition',
    ...described('How a model must answer, and how its answer is read: one definition, or several under `parsers`.'),
    allowTrailingCommas: true,
    allowComments: true,
    type: 'object',
    properties: { $schema: { type: 'string', doNotSuggest: true } },
    defaultSnippets: types.map(snippet),
    if: { required: ['parsers'] },
    then: { properties: { parsers: { $ref: '#/definitions/parsers' } } },
    else: {
      allOf: [{ $ref: '#/definitions/definition' }],
      // Offered only as long as the file could still become one of several definitions.
      if: { required: ['type'] },
      else: { properties: { parsers: { $ref: '#/definitions/parsers' } } },
    },
    definitions: {
      parsers: {
        ...described('Several definitions in one file, each under its name.'),
        type: 'object',
        additionalProperties: { $ref: '#/definitions/definition' },
        defaultSnippets: [{ label: '{ name: definition }', body: { '${1:name}': { type: '$2' } } }],
      },
      definition: {
        type: 'object',
        properties: { type: typeSchema(types), ...propertiesOf(commonKeys) },
        defaultSnippets: types.map(snippet),
        allOf: types.map(({ type }) => ({
          if: { properties: { type: { const: type } }, required: ['type'] },
          then: { $ref: `#/definitions/${type}` },
        })),
      },
      ...Object.fromEntries(types.map(type => [type.type, ownSchema(type)])),
    },
  };
}

function typeSchema(types: readonly ParserType[]): JsonSchema {
  const names = {
    enum: types.map(({ type }) => type),
    enumDescriptions: types.map(({ system, summary }) => `${system}: ${summary}`),
    markdownEnumDescriptions: types.map(({ documentation }) => documentation),
  };
  // Any other name is `readDefinitions`'s to report.
  const words = described('The parser type, named as the class that it stands for.');
  return { ...words, type: 'string', anyOf: [names, { type: 'string' }] };
}

function ownSchema({ keys, filters, documentation }: ParserType): JsonSchema {
  return {
    ...described(documentation),
    properties: { ...propertiesOf(keys), ...(filters && propertiesOf(filterKeys)) },
  };
}

function snippet({ type, summary, template }: ParserType): JsonSchema {
  // `$` starts a placeholder in snippets.
  const body = template.replaceAll('\\', '\\\\').replaceAll('$', '\\$').trimEnd();
  return { label: type, description: summary, bodyText: body };
}

function propertiesOf(shape: z.ZodRawShape): Record<string, unknown> {
  const schema = z.toJSONSchema(z.object(shape), { target: 'draft-7', io: 'input', unrepresentable: 'any' });
  return relaxed(schema.properties ?? {}) as Record<string, unknown>;
}

/** The schema without what `readDefinitions` reports better, and with what editors need for good completions. */
function relaxed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(relaxed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => !(key === 'additionalProperties' && value === false));
  const copy = Object.fromEntries(entries.map(([key, value]) => [key, relaxed(value)]));
  if (Array.isArray(copy.required)) delete copy.required;
  if (typeof copy.description !== 'string') return copy;
  return { ...copy, type: typesOf(copy), ...described(copy.description) };
}

/** The JSON types that a schema admits, the usual one first. The server completes a key with a value only where it finds them here. */
function typesOf({ type, anyOf, enum: values }: JsonSchema): unknown {
  if (type !== undefined || values !== undefined) return type;
  const types = Array.isArray(anyOf)
    ? anyOf.flatMap(typesOf)
    : ['object', 'string', 'array', 'number', 'boolean', 'null'];
  return [...new Set(types)];
}

/** Both forms of a description: VS Code shows the Markdown, other tools the plain one. */
function described(markdown: string): { readonly description: string; readonly markdownDescription: string } {
  return { description: markdown.replace(/[`*]/g, ''), markdownDescription: markdown };
}
