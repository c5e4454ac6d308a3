// biome-ignore-all lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema

import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { commonKeys, filterKeys, readDefinitions } from '../definition/index.ts';
import { described, type JsonSchema, propertiesOf, schemaAddress, schemaKey } from '../json/jsonSchema.ts';
import type { ParserType } from '../parsers/parserType.ts';
import { parserTypes } from '../systems/registry.ts';
import {
  definitionSnippet,
  definitionsSnippet,
  sampleSnippets,
  snippetText,
  typeLabel,
  typeWords,
  withItemSnippets,
} from './snippets.ts';

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

/**
 * The type that stands wherever one is written before its author has chosen: it needs no other key, so that nothing is
 * wrong yet. The first such type whose value is split, which shows the most of what there is to see.
 */
export function plainType(types: readonly ParserType[]): ParserType | undefined {
  const plain = types.filter(type => neededKeys(type).length === 0);
  return plain.find(({ filters }) => filters) ?? plain[0];
}

/** What the key `type` is. Any name passes: an unknown one is `readDefinitions`'s to report. */
const typeKey: JsonSchema = {
  ...described('The parser type, named as the class that it stands for.'),
  type: 'string',
  // VS Code's dialect: before all other keys, which stand by their names.
  suggestSortText: '!',
};

/** The schema of a definition that completes the key `type`, where it is not there, to the name of `plain`. */
export function typeKeySchema(plain: ParserType | undefined): JsonSchema {
  if (!plain) return {};
  const defaultSnippets = [{ label: plain.type, body: `$\{1:${plain.type}}` }];
  return { if: { required: ['type'] }, else: { properties: { type: { ...typeKey, defaultSnippets } } } };
}

/**
 * Schemas of a definition that complete the value of `type`: with the name come the keys that the type cannot do
 * without and that are not there yet, so that what was completed has no error.
 */
export function typeValueSchemas(type: ParserType): JsonSchema[] {
  const needed = neededKeys(type);
  return subsets(needed).map(missing => {
    const present = needed.filter(key => !missing.includes(key));
    const value = {
      label: typeLabel(type),
      markdownDescription: typeWords(type),
      bodyText: [`"${type.type}"`, ...membersText(type, missing)].join(',\n'),
    };
    const then = { properties: { type: { defaultSnippets: [value] } } };
    const absent = missing.map(key => ({ required: [key] }));
    return { if: { required: present, ...(absent.length > 0 && { not: { anyOf: absent } }) }, then };
  });
}

/** The keys of a type's template without which the definition has an error. */
function neededKeys({ type, template }: ParserType): string[] {
  const members = parseTree(template)?.children ?? [];
  const texts = new Map(members.map(member => [String(member.children?.[0]?.value), textOf(template, member)]));
  return [...texts.keys()].filter(key => {
    const others = [...texts].flatMap(([name, text]) => (name === key ? [] : [text]));
    const { problems } = readDefinitions(`{${others.join(',')}}`, `${type}.parser.json`);
    return key !== 'type' && problems.some(({ severity }) => severity === 'error');
  });
}

/** Members of a type's template with their stops. */
function membersText({ template }: ParserType, keys: readonly string[]): string[] {
  const root = parseTree(template);
  const members = keys.flatMap(key => {
    const member = root && findNodeAtLocation(root, [key])?.parent;
    return member ? [textOf(template, member)] : [];
  });
  if (members.length === 0) return [];
  // One object, so that each stop has a number of its own.
  const text = `{\n  ${members.join(',\n  ')}\n}`;
  const inner = snippetText(text, parseTree(text)!).slice(1, -1).trim();
  return [inner.replaceAll('\n  ', '\n')];
}

function textOf(text: string, { offset, length }: { readonly offset: number; readonly length: number }): string {
  return text.slice(offset, offset + length);
}

/** Every subset of some keys, the empty one last; a type needs few. */
function subsets(keys: readonly string[]): string[][] {
  const [first, ...others] = keys;
  if (first === undefined) return [[]];
  const rest = subsets(others);
  return [...rest.map(subset => [first, ...subset]), ...rest];
}
