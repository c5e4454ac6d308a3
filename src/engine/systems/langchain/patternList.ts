import * as z from 'zod';
import type { Host } from '../../core/host.ts';
import { PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { type Grammar, NoGrammarError } from '../../grammar/index.ts';
import type { DefinitionSource, ReadField, Reading } from '../../parsers/parser.ts';
import type { UserPattern } from '../../parsers/parserFeatures.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import { listGrammar } from '../../parsers/shared/listGrammar.ts';
import { findMatches, parsePattern, pyRepr, translatePattern } from '../../python/index.ts';
import { langchainType, onePiece } from './langchainType.ts';
import { finishedItems } from './places.ts';
import { listMatches, pythonListInstructions } from './python/pythonLists.ts';
import { streamLines } from './readers/streamLists.ts';
import { scriptListInstructions, scriptListPattern } from './script/scriptLists.ts';

/** What the two classes of lists with marks differ in. */
export interface PatternList extends Pick<ParserType, 'type' | 'summary' | 'template' | 'want' | 'answer'> {
  readonly documentation: string;
  readonly example: string;
  /** How a line of such a list begins, in an answer that is nothing else. */
  readonly line: RegExp;
  /** Whether the pattern is run with `MULTILINE`. */
  readonly multiline: boolean;
  /** What a grammar writes before each item. */
  readonly mark: Grammar;
}

/** LangChain's lists whose items a pattern finds; in Python the pattern may be the author's. */
export function patternListType({ type, multiline, example, line, mark, ...spec }: PatternList): ParserType {
  const flags = { ignoreCase: false, multiline, dotAll: false, ascii: false };
  const compile = (pattern: string) => {
    const parsed = parsePattern(pattern, flags);
    const names = parsed.groups.slice(1).map((_, i) => String(i + 1));
    const numbered = { ...parsed, names: new Map(names.map((name, i) => [name, i + 1])) };
    return { names, translated: translatePattern(numbered, names) };
  };
  return langchainType({
    ...spec,
    type,
    keys: {
      pattern: z
        .string()
        .describe(
          'Python alone: a pattern of your own in the syntax of `re`, as `re.findall` reads it. Its group is the item; several groups give tuples, none the whole match.',
        )
        .optional(),
    },
    responses: {
      example: ({ config }) => (config.has('pattern') ? undefined : example),
      grammar({ config }) {
        if (config.has('pattern')) throw new NoGrammarError('The pattern of its items is the author’s own.');
        return listGrammar({ mark, separator: '\n' });
      },
      draft(responses) {
        const isList = (response: string) => {
          const lines = response.split('\n').filter(each => each.trim() !== '');
          return lines.length > 1 && lines.every(each => line.test(each));
        };
        return responses.every(isList) ? new Map() : undefined;
      },
    },
    streams: {
      reader(source, response, events) {
        if (patternOf(source) !== undefined)
          return 'The pattern is the author’s own: what it matches is known only when the response is complete.';
        return streamLines(response, events, (source.config.get('runtime') === 'js' ? scriptItems : pythonItems)(type));
      },
    },
    authoring: {
      patterns(source): readonly UserPattern[] {
        const pattern = patternOf(source);
        if (pattern === undefined) return [];
        try {
          const { source: made, flags: written } = compile(pattern).translated;
          return [{ path: ['pattern'], source: made, flags: written }];
        } catch {
          return [];
        }
      },
    },
    python: {
      instruction: () => onePiece(pythonListInstructions[type]!),
      // A pattern of the author's needs a time limit, which there is none for here.
      partial: (text, source) =>
        patternOf(source) === undefined
          ? finishedItems(listMatches(type, undefined)(text).map(({ item }) => item as PyValue))
          : undefined,
      async read(text, source, host) {
        const pattern = patternOf(source);
        if (pattern !== undefined) return readOwn(text, compile(pattern), host);
        return ofFields(pythonItems(type)(text));
      },
    },
    js: {
      instruction: () => onePiece(scriptListInstructions[type]!),
      partial: text => finishedItems([...text.matchAll(scriptListPattern(type)!)].map(match => match[1] ?? null)),
      read: text => ofFields(scriptItems(type)(text)),
    },
  });
}

/** The items of a text by Python's pattern of a class. */
function pythonItems(type: string): (text: string) => readonly ReadField[] {
  const matches = listMatches(type, undefined);
  return text => matches(text).map(({ item, end }, i) => itemAt(i, item as string, end));
}

/** The items of a text by JavaScript's. */
function scriptItems(type: string): (text: string) => readonly ReadField[] {
  const pattern = scriptListPattern(type)!;
  return text =>
    [...text.matchAll(pattern)].map((match, i) => itemAt(i, match[1] ?? '', match.index + match[0].length));
}

/** An item, with which its match ends. */
function itemAt(index: number, value: string, end: number): ReadField {
  const span = { start: end - value.length, end };
  return { key: String(index), value, span, inner: span };
}

function ofFields(fields: readonly ReadField[]): Reading {
  return { value: fields.map(({ value }) => value), fields };
}

function patternOf({ config }: DefinitionSource): string | undefined {
  const pattern = config.get('pattern');
  return typeof pattern === 'string' && config.get('runtime') !== 'js' ? pattern : undefined;
}

/** `re.findall` with a pattern of the author's, by way of the host. */
async function readOwn(
  text: string,
  { names, translated }: { readonly names: readonly string[]; readonly translated: Parameters<typeof findMatches>[0] },
  host: Host,
): Promise<Reading> {
  const spans = await findMatches(translated, names, text, host);
  const fields: ReadField[] = [];
  const width = 2 + 2 * names.length;
  for (let at = 0; at < spans.length; at += width) {
    const span = { start: spans[at] ?? 0, end: spans[at + 1] ?? 0 };
    const groups = names.map((_, i) => ({ start: spans[at + 2 + 2 * i] ?? -1, end: spans[at + 3 + 2 * i] ?? -1 }));
    const texts = groups.map(({ start, end }) => (start < 0 ? '' : text.slice(start, end)));
    const [only] = groups;
    const inner = groups.length === 1 && only && only.start >= 0 ? only : span;
    const value = names.length === 0 ? text.slice(span.start, span.end) : names.length === 1 ? texts[0]! : tuple(texts);
    fields.push({ key: String(fields.length), value, span, inner });
  }
  return ofFields(fields);
}

function tuple(items: readonly string[]): PyValue {
  return new PyOpaque('tuple', `(${items.map(pyRepr).join(', ')})`, items);
}
