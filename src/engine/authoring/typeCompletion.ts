// biome-ignore-all lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema

import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { readDefinitions } from '../definition/index.ts';
import { described, type JsonSchema } from '../json/jsonSchema.ts';
import type { ParserType } from '../parsers/parserType.ts';
import { snippetText, typeLabel, typeWords } from './snippets.ts';

/**
 * The type that stands wherever one is written before its author has chosen: it needs no other key, so that nothing is
 * wrong yet. The first such type whose value is split, which shows the most of what there is to see.
 */
export function plainType(types: readonly ParserType[]): ParserType | undefined {
  const plain = types.filter(type => neededKeys(type).length === 0);
  return plain.find(({ filters }) => filters) ?? plain[0];
}

/** What the key `type` is. Any name passes: an unknown one is `readDefinitions`'s to report. */
export const typeKey: JsonSchema = {
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
