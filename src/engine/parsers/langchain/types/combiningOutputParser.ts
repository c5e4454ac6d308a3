import * as z from 'zod';
import { EngineError, ResponseError } from '../../../core/errors.ts';
import type { Host } from '../../../core/host.ts';
import type { Problem } from '../../../core/problem.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { DefinitionSource, Parser, ReadField, Reading } from '../../parser.ts';
import type { UserPattern } from '../../parserFeatures.ts';
import type { ParserType } from '../../parserType.ts';
import { textOf } from '../../shared/pieces.ts';
import { innerSource } from '../innerSource.ts';
import { LangchainError } from '../langchainError.ts';
import { langchainType, onePiece } from '../langchainType.ts';
import { combinedInstruction, combinedParts, trimmedPart } from '../script/classicParsers.ts';
import { isPatternFault } from '../script/scriptPattern.ts';

/** How deep combined parsers may be combined. */
const maxDepth = 20;

/** A parser that another one holds. */
interface Inner {
  readonly type: ParserType;
  readonly source: DefinitionSource;
  readonly at: number;
}

/** LangChain.js's `CombiningOutputParser`: an object from several parsers. `types`: those that it can hold. */
export function combiningOutputParser(types: () => readonly ParserType[]): ParserType {
  const innerOf = (source: DefinitionSource): readonly Inner[] => {
    const parsers = source.config.get('parsers') ?? null;
    return (isPyList(parsers) && depthOf(source.config) <= maxDepth ? parsers : []).flatMap((parser, at): Inner[] => {
      const name = isPyDict(parser) ? parser.get('type') : undefined;
      const type = types().find(each => each.type === name && hasScript(each));
      if (!type || !isPyDict(parser)) return [];
      const config: PyDict = new Map<string, PyValue>([...parser, ['runtime', 'js']]);
      if (!config.has('package') && Object.hasOwn(type.keys, 'package'))
        (config as Map<string, PyValue>).set('package', 'classic');
      return [{ type, source: innerSource(source, ['parsers', at], config), at }];
    });
  };
  return langchainType({
    type: 'CombiningOutputParser',
    want: 'json',
    answer: '-----Output 1----- {"answer": "…", "source": "…"} -----Output 2----- Confidence: A, Explanation: …',
    summary: 'One object from several parsers, each with its part of the answer',
    documentation: `The answer is split at \`-----Output N-----\`; each part goes to the parser at that place, whatever its number, and the objects are merged.

- A part that its parser refuses is not an error yet: the parser is then given the whole text.
- A part with a fence is what stands between the first two fences, so that a \`json\` fence makes a structured parser fail on its part.
- Lists are merged by their indexes. The class is of \`@langchain/classic\`, as are its parsers unless they say otherwise.`,
    keys: {
      parsers: z
        .array(z.looseObject({ type: z.string() }))
        .describe(
          'The parsers, in their order: a definition each, with `type` and the keys of that type (JavaScript).',
        ),
    },
    template: `{
  "type": "CombiningOutputParser",
  "description": "An answer with its source, and how sure it is",
  "parsers": [
    {
      "type": "StructuredOutputParser",
      "names_and_descriptions": { "answer": "answer to the user's question", "source": "where it is from" }
    },
    { "type": "RegexParser", "regex": "Confidence: (A|B|C), Explanation: (.*)", "outputKeys": ["confidence", "explanation"] }
  ]
}
`,
    responses: {
      example(source) {
        const parts = innerOf(source).map(({ type, source: inner }) => type.responses?.example?.(inner));
        if (parts.length === 0 || parts.some(part => part === undefined)) return undefined;
        return parts.map((part, i) => `-----Output ${i + 1}-----\n${unfenced(part ?? '')}\n-----`).join('\n');
      },
      // Its parsers are the author's.
      draft: () => undefined,
    },
    authoring: {
      valueKeys(source) {
        const all = innerOf(source).map(({ type, source: inner, at }) => ({
          keys: type.authoring?.valueKeys?.(inner),
          at,
        }));
        return {
          keys: all.flatMap(({ keys, at }) =>
            (keys?.keys ?? []).map(key => ({
              ...key,
              declarations: key.declarations.map(place => ({ ...place, path: ['parsers', at, ...place.path] })),
              references: key.references.map(place => ({ ...place, path: ['parsers', at, ...place.path] })),
            })),
          ),
          open: all.some(({ keys }) => keys?.open ?? true),
          exact: all.every(({ keys }) => keys?.exact === true),
          lists: [],
        };
      },
      patterns: (source): readonly UserPattern[] =>
        innerOf(source).flatMap(({ type, source: inner, at }) =>
          (type.authoring?.patterns?.(inner) ?? []).map(pattern => ({
            ...pattern,
            path: ['parsers', at, ...pattern.path],
          })),
        ),
      check: (source): readonly Problem[] =>
        innerOf(source).flatMap(({ type, source: inner }) => type.authoring?.check?.(inner) ?? []),
    },
    streams: {
      reader: () =>
        'A part that its parser refuses is read from the whole response, and its keys take the place of those before it.',
    },
    js: {
      construct: source => void parsersOf(source, innerOf(source), {}),
      instruction(source) {
        const parsers = parsersOf(source, innerOf(source), {});
        return onePiece(combinedInstruction(parsers.map(parser => textOf(parser.instruction()))));
      },
      async read(text, source, host) {
        const made = new Map<string, PyValue>();
        const fields = new Map<string, ReadField>();
        const parts = combinedParts(text);
        const whole = trimmedPart(text);
        for (const [i, parser] of parsersOf(source, innerOf(source), host).entries()) {
          const part = parts[i];
          let start = whole.start;
          let reading = part && (await attempt(parser, part.text));
          if (part && reading) start = part.start;
          else reading = await readWhole(parser, whole.text);
          for (const [key, value] of entriesOf(reading.value)) {
            made.set(key, value);
            fields.delete(key);
          }
          for (const field of reading.fields) {
            const move = ({ start: from, end }: ReadField['span']) => ({ start: from + start, end: end + start });
            if (made.get(field.key) === field.value)
              fields.set(field.key, { ...field, span: move(field.span), inner: move(field.inner) });
          }
        }
        return { value: ordered(made), fields: [...fields.values()] };
      },
    },
  });
}

/** Whether JavaScript has the class. */
function hasScript({ keys }: ParserType): boolean {
  const { runtime } = keys as { readonly runtime?: z.ZodType };
  return runtime?.safeParse('js').success ?? false;
}

/** Raises what the constructors raise, and `InvalidDefinition` for what is not a parser. */
function parsersOf(source: DefinitionSource, inner: readonly Inner[], host: Host): readonly Parser[] {
  if (depthOf(source.config) > maxDepth)
    throw new EngineError('RangeError', 'Maximum call stack size exceeded', undefined, ['parsers']);
  const given = source.config.get('parsers') ?? null;
  const all = isPyList(given) ? given : [];
  const known = new Set(inner.map(({ at }) => at));
  const wrong = all.findIndex((_, at) => !known.has(at));
  if (wrong >= 0) {
    const parser = all[wrong] ?? null;
    const name = isPyDict(parser) ? String(parser.get('type')) : String(parser);
    const message = `LangChain.js has no parser \`${name}\` that ParserLens knows.`;
    throw new EngineError('InvalidDefinition', message, undefined, ['parsers', wrong]);
  }
  return inner.map(({ type, source: own, at }) => {
    try {
      return type.create(own, host);
    } catch (error) {
      if (!(error instanceof EngineError) || !error.path) throw error;
      throw new EngineError(error.class, error.message, error.code, ['parsers', at, ...error.path]);
    }
  });
}

function depthOf(config: PyDict, depth = 0): number {
  const parsers = config.get('parsers') ?? null;
  if (depth > maxDepth || !isPyList(parsers)) return depth;
  return parsers.reduce<number>(
    (deepest, parser) => (isPyDict(parser) ? Math.max(deepest, depthOf(parser, depth + 1)) : deepest),
    depth,
  );
}

/** A reading; `undefined` where the class raises. What the host says of a pattern goes up. */
async function attempt(parser: Parser, text: string) {
  try {
    return await parser.read({ text });
  } catch (error) {
    if (!(error instanceof EngineError) || isPatternFault(error)) throw error;
    return undefined;
  }
}

/** A reading of the whole text; what the class raises is told with the instruction of all. */
async function readWhole(parser: Parser, text: string): Promise<Reading> {
  try {
    return await parser.read({ text });
  } catch (error) {
    if (!(error instanceof ResponseError) || isPatternFault(error)) throw error;
    const { code, details } = error;
    throw new LangchainError(error.class, error.message, {
      ...(code !== undefined && { code }),
      llm_output: details.rawResponse ?? null,
    });
  }
}

/** What `Object.assign` takes of a value: members, items by their index, characters of a text. */
function entriesOf(value: PyValue): readonly (readonly [string, PyValue])[] {
  if (isPyDict(value)) return [...value];
  if (isPyList(value)) return value.map((item, i) => [String(i), item] as const);
  return typeof value === 'string' ? value.split('').map((item, i) => [String(i), item] as const) : [];
}

/** As JavaScript orders keys: indexes first. */
function ordered(value: PyDict): PyDict {
  const isIndex = (key: string) => /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
  const indexes = [...value].filter(([key]) => isIndex(key)).sort(([a], [b]) => Number(a) - Number(b));
  return new Map([...indexes, ...[...value].filter(([key]) => !isIndex(key))]);
}

/** An example without its fence, which a combined parser would not read. */
function unfenced(example: string): string {
  return /^```\w*\n([\s\S]*?)\n?```\s*$/.exec(example)?.[1] ?? example;
}
