// biome-ignore-all lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema

import { commonKeys, filterKeys } from '../definition/index.ts';
import { described, type JsonSchema, propertiesOf, schemaAddress, schemaKey } from '../json/jsonSchema.ts';
import type { ParserType } from '../parsers/parserType.ts';
import { parserTypes } from '../systems/registry.ts';
import { definitionSnippet, definitionsSnippet, sampleSnippets, withItemSnippets } from './snippets.ts';
import { plainType, typeKey, typeKeySchema, typeValueSchemas } from './typeCompletion.ts';

/**
 * The JSON Schema (draft-07) of `.parser.json`, for completion and hovers, built from the schemas that read the file. It
 * says what may be written, not what must: missing and unknown keys are reported by `readDefinitions`, which knows the
 * class's words and a fix, and an editor would otherwise show both. Comments and trailing commas are allowed in VS Code's
 * dialect of JSON Schema.
 */
export function definitionSchema(types: readonly ParserType[] = parserTypes): JsonSchema {
  const plain = plainType(types);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: schemaAddress('definition'),
    title: 'Parser definition',
    ...described('How a model must answer, and how its answer is read: one definition, or several under `parsers`.'),
    allowTrailingCommas: true,
    allowComments: true,
    type: 'object',
    properties: { $schema: schemaKey('definition') },
    defaultSnippets: [
      ...types.map(definitionSnippet),
      definitionsSnippet('Several definitions in one file', plain?.type ?? ''),
    ],
    // A list is a key of a type's own.
    if: { required: ['parsers'], properties: { parsers: { type: 'object', doNotSuggest: true } } },
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
        defaultSnippets: [{ label: '{ name: definition }', body: { '${1:name}': { type: `$\{2:${plain?.type}}` } } }],
      },
      definition: {
        type: 'object',
        properties: { type: typeKey, ...withSampleSnippets(propertiesOf(commonKeys)) },
        defaultSnippets: types.map(definitionSnippet),
        // The first schema that offers something counts.
        allOf: [
          typeKeySchema(plain),
          ...types.flatMap(type => [
            ...typeValueSchemas(type),
            {
              // A `const` would be offered as well.
              if: { properties: { type: { pattern: `^${type.type}$` } }, required: ['type'] },
              then: { $ref: `#/definitions/${type.type}` },
            },
          ]),
        ],
      },
      ...Object.fromEntries(types.map(type => [type.type, ownSchema(type)])),
    },
  };
}

function ownSchema(type: ParserType): JsonSchema {
  const { keys, filters, documentation } = type;
  const own = Object.entries(propertiesOf(keys)).map(([key, schema]) => [key, withItemSnippets(schema, type, [key])]);
  return {
    ...described(documentation),
    properties: {
      type: described(documentation),
      ...Object.fromEntries(own),
      ...(filters && openTo(propertiesOf(filterKeys))),
    },
  };
}

function withSampleSnippets({ samples, ...others }: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const items = { ...(samples?.items as JsonSchema), defaultSnippets: sampleSnippets };
  return { ...others, samples: { ...samples, items } };
}

/** The same with any value allowed: the class takes any for a filter, and `readDefinitions` says what then becomes of it. */
function openTo(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type, items, ...words }]) => [
      name,
      { ...words, anyOf: [...[type].flat().map(one => (one === 'array' ? { type: one, items } : { type: one })), {}] },
    ]),
  );
}
