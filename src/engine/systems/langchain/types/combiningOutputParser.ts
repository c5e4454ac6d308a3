import * as z from 'zod';
import { EngineError, ResponseError } from '../../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Parser, ReadField, Reading } from '../../../parsers/parser.ts';
import type { ParserType } from '../../../parsers/parserType.ts';
import { textOf } from '../../../parsers/shared/pieces.ts';
import { CombinedParsers, classesOf } from '../combinedParsers.ts';
import { classicKey } from '../definitionModels.ts';
import { LangchainError } from '../langchainError.ts';
import { langchainType, onePiece, type RuntimeClass } from '../langchainType.ts';
import { checkCombined, combined, nextOutput, combinedParts as pythonParts } from '../python/classic/combinedAnswer.ts';
import { combinedInstruction, combinedParts, isPatternFault, trimmedPart } from '../script/classicParsers.ts';

/** `CombiningOutputParser`: an object from several parsers. `types`: those that it can hold. */
export function combiningOutputParser(types: () => readonly ParserType[]): ParserType {
  const inner = new CombinedParsers(types);
  return langchainType({
    type: 'CombiningOutputParser',
    want: 'json',
    answer: '-----Output 1----- {"answer": "…", "source": "…"} -----Output 2----- Confidence: A, Explanation: …',
    summary: 'One object from several parsers, each with its part of the answer',
    documentation: `JavaScript: the answer is split at \`-----Output N-----\`; each part goes to the parser at that place, whatever its number, and the objects are merged.

- A part that its parser refuses is not an error yet: the parser is then given the whole text.
- A part with a fence is what stands between the first two fences, so that a \`json\` fence makes a structured parser fail on its part.
- Lists are merged by their indexes. The class is of \`@langchain/classic\`, as are its parsers unless they say otherwise.
- Python (\`langchain_classic\`): the answer is split at empty lines, so that a part with one ends there; parts that are over are dropped without a word, and parsers that have none are left out. The values are merged as \`dict.update\` does. At least two parsers, none of them combined.`,
    keys: {
      package: classicKey,
      parsers: z
        .array(z.looseObject({ type: z.string() }))
        .describe('The parsers, in their order: a definition each, with `type` and the keys of that type.'),
    },
    ownKeys: { python: {}, js: {} },
    tellsRuntime: config => inner.runtimeOf(config),
    template: `{
  "type": "CombiningOutputParser",
  "runtime": "js",
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
    // Its parsers are the author's.
    responses: {
      draft: () => undefined,
      noGrammar: 'its parsers read parts of one text, which another parser’s grammar would forbid.',
    },
    js: scriptClass(inner),
    python: pythonClass(inner),
  });
}

function scriptClass(inner: CombinedParsers): RuntimeClass {
  return {
    construct: source => void inner.make(source, 'js', {}),
    instruction(source) {
      const parsers = inner.make(source, 'js', {});
      return onePiece(combinedInstruction(parsers.map(parser => textOf(parser.instruction()))));
    },
    async read(text, source, host) {
      const made = new Map<string, PyValue>();
      const fields = new Map<string, ReadField>();
      const parts = combinedParts(text);
      const whole = trimmedPart(text);
      for (const [i, parser] of inner.make(source, 'js', host).entries()) {
        const part = parts[i];
        let start = whole.start;
        let reading = part && (await attempt(parser, part.text));
        if (part && reading) start = part.start;
        else reading = await readPart(parser, whole.text);
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
    features: {
      ...inner.features('js'),
      responses: {
        example: source =>
          inner
            .examples(source, 'js')
            ?.map((part, i) => `-----Output ${i + 1}-----\n${unfenced(part)}\n-----`)
            .join('\n'),
      },
      streams: {
        reader: () =>
          'A part that its parser refuses is read from the whole response, and its keys take the place of those before it.',
      },
    },
  };
}

/** `langchain_classic`'s class, which shares the idea with JavaScript's and nothing else. */
function pythonClass(inner: CombinedParsers): RuntimeClass {
  return {
    construct(source) {
      inner.make(source, 'python', {});
      checkCombined(classesOf(source.config));
    },
    instruction: source =>
      inner
        .make(source, 'python', {})
        .flatMap((parser, i) => [
          { text: i === 0 ? 'For your first output: ' : `\n${nextOutput}` },
          ...parser.instruction(),
        ]),
    async read(text, source, host) {
      const parsers = inner.make(source, 'python', host);
      const readings: { reading: Reading; start: number }[] = [];
      for (const [i, part] of pythonParts(text, parsers.length).entries())
        readings.push({ reading: await readPart(parsers[i]!, part.text), start: part.start });
      return combined(readings);
    },
    features: {
      ...inner.features('python'),
      responses: { example: source => inner.examples(source, 'python')?.join('\n\n') },
      streams: { reader: () => 'LangChain reads the parts when all of them are there.' },
    },
  };
}

/** A reading, or what stands in its place thrown. */
function raised(reading: Reading | ResponseError): Reading {
  if (reading instanceof ResponseError) throw reading;
  return reading;
}

/** A reading; `undefined` where the class raises. What the host says of a pattern goes up. */
async function attempt(parser: Parser, text: string) {
  try {
    return raised(await parser.read({ text }));
  } catch (error) {
    if (!(error instanceof EngineError) || isPatternFault(error)) throw error;
    return undefined;
  }
}

/** A reading of a text; the class raises with the instruction of all. */
async function readPart(parser: Parser, text: string): Promise<Reading> {
  try {
    return raised(await parser.read({ text }));
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
