import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { JsonSchema } from '../json/jsonSchema.ts';
import { type ParserType, wants } from '../parsers/parserType.ts';
import { parserTypes } from '../systems/registry.ts';

/** How a completion calls a type: editors sort by this, so that the types of one framework stand together. The language server cuts what is longer than 60. */
export function typeLabel({ type, system }: ParserType): string {
  return `${system}: ${type}`;
}

/** What a completion says of a type, in Markdown: what it reads, an answer, whose it is, and how it reads. */
export function typeWords({ summary, want, answer, system, documentation }: ParserType): string {
  const example = answer === undefined ? '' : `\n\n${fenced(answer)}`;
  return `${wants[want]}: ${summary} (${system})${example}\n\n${documentation}`;
}

/** In a fence that is longer than any inside. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** A snippet in VS Code's syntax, as JSON Schemas carry it. */
export interface Snippet {
  readonly label: string;
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly bodyText: string;
}

/** A whole definition of a type: its template, with a stop at everything that an author changes. */
export function definitionSnippet(type: ParserType): Snippet {
  const { template } = type;
  const root = parseTree(template);
  const bodyText = root ? snippetText(template, root) : template.trimEnd();
  return { label: typeLabel(type), markdownDescription: typeWords(type), bodyText };
}

/** Several definitions in one file, the first of a type. */
export function definitionsSnippet(description: string, type: string): Snippet {
  const bodyText = `{\n\t"parsers": {\n\t\t"$\{1:name}": { "type": "$\{2:${type}}" }$0\n\t}\n}`;
  return { label: 'parsers', description, bodyText };
}

/** Samples: a text, a file, a response that must fail. */
export const sampleSnippets: readonly Snippet[] = [
  [
    'text',
    'A response and what it must give',
    '"text": "$2", "expect": { "$' + '{3|content,value,memory,metadata|}": $4 }',
  ],
  ['file', 'A response in a file', '"file": "$2", "expect": { "$' + '{3|content,value,memory,metadata|}": $4 }'],
  ['error', 'A response that must fail', '"text": "$2", "expect": { "error": "$3" }'],
].map(([key, description, members]) => ({
  label: `{ name, ${key}, … }`,
  description: description!,
  bodyText: `{ "name": "$1", ${members} }`,
}));

/** The schema of a type's key, with a snippet for each list of objects in it: what stands there in the type's template, or in that of another type of its system. */
export function withItemSnippets(schema: JsonSchema, type: ParserType, path: readonly (string | number)[]): JsonSchema {
  const inner = (each: unknown, step: readonly (string | number)[]) =>
    isSchema(each) ? withItemSnippets(each, type, [...path, ...step]) : each;
  const copy: Record<string, unknown> = { ...schema };
  if (Array.isArray(schema.anyOf)) copy.anyOf = schema.anyOf.map(each => inner(each, []));
  if (isSchema(schema.properties))
    copy.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([key, value]) => [key, inner(value, [key])]),
    );
  if (isSchema(schema.items)) {
    const snippet = itemSnippet(type, [...path, 0]);
    copy.items = {
      ...withItemSnippets(schema.items, type, [...path, 0]),
      ...(snippet && { defaultSnippets: [snippet] }),
    };
  }
  return copy;
}

function itemSnippet(type: ParserType, path: readonly (string | number)[]): Snippet | undefined {
  const relatives = parserTypes.filter(each => each !== type && each.system === type.system);
  for (const { template } of [type, ...relatives]) {
    const root = parseTree(template);
    const node = root && findNodeAtLocation(root, [...path]);
    if (node?.type !== 'object') continue;
    const keys = (node.children ?? []).map(member => String(member.children?.[0]?.value));
    return { label: `{ ${keys.join(', ')} }`, bodyText: snippetText(template, node) };
  }
  return undefined;
}

/** A stretch of a template, which `node` is, with its stops: a name that stands in several places is one stop, so that it changes everywhere. */
export function snippetText(template: string, node: Node): string {
  const texts = stops(node);
  const counts = new Map<string, number>();
  for (const { text } of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const values = new Set(texts.filter(({ isKey }) => !isKey).map(({ text }) => text));
  const own = new Set(texts.filter(({ isFilter }) => !isFilter).map(({ text }) => text));
  const isName = (text: string) => /^[\w.]+$/.test(text) && counts.get(text)! > 1 && values.has(text) && own.has(text);
  const numbers = new Map<string, number>();
  const end = node.offset + node.length;
  let snippet = '';
  let done = node.offset;
  let count = 0;
  for (const { text, node: place, isKey, isFilter } of texts) {
    const linked = isName(text);
    if (!linked && (isKey || isFilter)) continue;
    let number = linked ? numbers.get(text) : undefined;
    if (number === undefined) {
      number = ++count;
      if (linked) numbers.set(text, number);
    }
    const start = place.offset + 1;
    const stop = place.offset + place.length - 1;
    snippet += `${escaped(template.slice(done, start))}\${${number}:${escaped(template.slice(start, stop)).replaceAll('}', '\\}')}}`;
    done = stop;
  }
  const lines = (snippet + escaped(template.slice(done, end))).split('\n');
  // As if it began its line.
  const indent = /[ \t]*$/.exec(template.slice(0, node.offset))?.[0].length ?? 0;
  return lines.map((line, i) => (i === 0 ? line : line.slice(Math.min(indent, line.search(/\S|$/))))).join('\n');
}

interface Stop {
  readonly text: string;
  readonly node: Node;
  /** It is a property's name. */
  readonly isKey: boolean;
  /** It stands in `keys_to_*`, which name keys that are made elsewhere. */
  readonly isFilter: boolean;
}

/** Every string that may be a stop, in text order; what kind something is, is not text of the author's. */
function stops(node: Node, key = ''): Stop[] {
  const isFilter = key.startsWith('keys_to_');
  if (node.type === 'string') {
    if (key === 'type' || node.length === 2) return [];
    return [{ text: node.value, node, isKey: false, isFilter }];
  }
  return (node.children ?? []).flatMap(child => {
    const [name, value] = child.type === 'property' ? (child.children ?? []) : [undefined, child];
    const below = value ? stops(value, name ? String(name.value) : key) : [];
    return name ? [{ text: String(name.value), node: name, isKey: true, isFilter: false }, ...below] : below;
  });
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('$', '\\$');
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
