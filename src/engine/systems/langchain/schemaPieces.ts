import type { Node } from 'jsonc-parser';
import { isPyDict } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { readJson } from '../../json/jsonSource.ts';
import type { DefinitionSource, Piece } from '../../parsers/parser.ts';
import type { JsonSchema } from './script/zodModel.ts';

type Path = readonly (string | number)[];

/** A stretch of a text that was written in the definition, at its place there. */
interface Written {
  readonly start: number;
  readonly end: number;
  readonly origin: Span;
}

/** The longest schema whose parts are pieces of their own, in UTF-16 units; nobody clicks through more. */
const maxSplit = 1_000_000;

/**
 * A text that shows the definition's schema as JSON, in a line of its own, in pieces: the names of properties, the descriptions
 * and the other words of the author's lead to where the definition has them. Linear in the text, times the depth of the schema.
 */
export function schemaPieces(text: string, source: DefinitionSource): readonly Piece[] {
  const lines = text.split('\n');
  const number = lines.findLastIndex(line => line.startsWith('{') && line.endsWith('}'));
  const sketch = lines[number];
  if (sketch === undefined || sketch.length > maxSplit) return [{ text }];
  const before = lines.slice(0, number).reduce((sum, line) => sum + line.length + 1, 0);
  const written: Written[] = [];
  const add = ({ offset, length }: Node, origin: Span | undefined) => {
    const start = before + offset;
    if (origin) written.push({ start, end: start + length, origin });
  };
  const walk = (node: Node | undefined, path: Path) => {
    if (node?.type === 'array') for (const [i, each] of node.children!.entries()) walk(each, [...path, i]);
    else if (node?.type === 'string' && !notWords.test(String(path.at(-1))))
      add(node, wordsAt(source, path, node.value));
    if (node?.type !== 'object') return;
    for (const { children: [key, value] = [] } of node.children ?? []) {
      const inner = [...path, key!.value as string];
      if (path.at(-1) === 'properties') add(key!, source.keySpanOf(writtenPath(source, inner)));
      walk(value, inner);
    }
  };
  walk(readJson(sketch).root, []);
  return cut(text, written);
}

/** Keywords whose words are the schema's, not the author's. */
const notWords = /^(?:type|format|\$\w+)$/;

/** Where the definition has what its schema has at a path: a class that is made of names has no other schema. */
function writtenPath({ config }: DefinitionSource, path: Path): Path {
  if (!isPyDict(config.get('names_and_descriptions'))) return ['content_schema', ...path];
  return ['names_and_descriptions', ...(path[0] === 'properties' ? path.slice(1, 2) : path)];
}

function wordsAt(source: DefinitionSource, path: Path, text: string): Span | undefined {
  const own = writtenPath(source, path);
  return source.stringAt(own)?.text === text ? source.spanOf(own) : undefined;
}

/** The same of `sketchInstruction`, which shows the names of properties and the descriptions. `depth`: how often it repeats braces. */
export function sketchPieces(text: string, schema: JsonSchema, source: DefinitionSource, depth = 1): readonly Piece[] {
  const written: Written[] = [];
  let from = text.indexOf('\n');
  const add = (before: string, words: string, origin: Span | undefined) => {
    const braced = words.replace(/[{}]/g, brace => brace.repeat(depth));
    const at = text.indexOf(before + braced, from);
    if (at < 0) return;
    from = at + before.length + braced.length;
    if (origin) written.push({ start: at + before.length, end: from, origin });
  };
  const walk = (of: JsonSchema, path: Path): void => {
    if (!('type' in of)) {
      if (Array.isArray(of.anyOf)) for (const [i, each] of of.anyOf.entries()) walk(each, [...path, 'anyOf', i]);
      return;
    }
    if (of.type === 'object' && of.properties)
      for (const [key, value] of Object.entries(of.properties as Record<string, JsonSchema>)) {
        const inner = [...path, 'properties', key];
        add('', `"${key}"`, source.keySpanOf(writtenPath(source, inner)));
        walk(value, inner);
      }
    else if (of.type === 'array' && of.items) walk(of.items as JsonSchema, [...path, 'items']);
    const { description } = of;
    if (typeof description === 'string' && description !== '')
      add(' // ', description, wordsAt(source, [...path, 'description'], description));
  };
  walk(schema, []);
  return cut(text, written);
}

/** A text cut where something of it was written. */
function cut(text: string, written: readonly Written[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { start, end, origin } of written) {
    if (start > from) pieces.push({ text: text.slice(from, start) });
    pieces.push({ text: text.slice(start, end), origin });
    from = end;
  }
  return from < text.length ? [...pieces, { text: text.slice(from) }] : pieces;
}
