import { EngineError } from '../core/errors.ts';
import type { Host, ModuleAbout } from '../core/host.ts';
import type { PyList } from '../core/pyValue.ts';
import type { ModelMessage, ParseOptions, ParseResult } from '../core/result.ts';
import { foundSuspicion, type Suspicion, type SuspicionCode } from '../core/suspicion.ts';
import type { DiagnosedFormat } from '../diagnosis/diagnosedFormat.ts';
import { diagnoseLines } from '../diagnosis/diagnoseLines.ts';
import type { DiagnoseResponseOptions, ResponseDiagnosis } from '../diagnosis/diagnoseResponse.ts';
import {
  type ExpectedMarkup,
  expectedMarkup,
  labelsIn,
  type SaidFormat,
  unknownMarkup,
} from '../diagnosis/expectedMarkup.ts';
import { neededBreaks } from '../diagnosis/lineBreaks.ts';
import { withCaptures } from '../diagnosis/openings.ts';
import type { Definition } from '../parsers/definition.ts';
import type { Parser, ParserView, Piece, Reading, ResponseInput } from '../parsers/parser.ts';
import { attempt } from '../parsers/shared/attempt.ts';
import { toJsonText } from '../python/jsonDumps.ts';
import { type AnswerFormat, answerFormat } from '../suspicions/answerFormat.ts';
import { suspicionsOf } from '../suspicions/suspicionsOf.ts';
import { exampleResponse } from './exampleResponse.ts';
import { failure, success, withSuspicions } from './parseResult.ts';

/** A definition made ready: its instruction, and the reading of responses. */
export interface ResponseParser {
  /** Makes the instruction ready where it comes from a module of the user's. At once for all types but `custom`. Never rejects: what goes wrong is thrown by `formatInstruction`. */
  prepare(): Promise<void>;
  /** What was found of a parser of the user's own in Python: its kind, and which Python it was; after `prepare`. */
  about(): ModuleAbout | undefined;
  /**
   * The exact text that tells a model how to answer. Throws `EngineError` where the system raises, and one of class
   * `NotPrepared` where `prepare` must be awaited first.
   */
  formatInstruction(): string;
  /** The same text in pieces, each with the part of the file that it was written in. Throws like `formatInstruction`. */
  instructionPieces(): readonly Piece[];
  /** The instruction as the messages that the framework spreads it over; one of the system's where it is one text. Throws like `formatInstruction`. */
  instructionMessages(
    task?: string,
  ): readonly { readonly role: 'system' | 'user' | 'assistant'; readonly text: string }[];
  /** The functions that are sent with the instruction, in OpenAI's form. Throws like `formatInstruction`. */
  tools(): PyList;
  /** What the model is sent beside the instruction: a system message, the schemas of functions. Their pieces throw like `formatInstruction`. */
  views(): readonly ParserView[];
  /** Reads a response. Never throws: what goes wrong is in the result. What is odd about an answer that reads is found where it is asked for. */
  parse(response: string | ModelMessage, options?: ParseOptions): Promise<ParseResult>;
  /** Reads many responses: what {@link parse} gives of each. A module of the author's is asked for all of them at once, so that this is faster. */
  parseAll(responses: readonly (string | ModelMessage)[]): Promise<readonly ParseResult[]>;
  /** Whether {@link parseAll} is faster. */
  readonly readsMany: boolean;
  /**
   * What is odd about a response that reads, which gave `result`: codes of `suspicionCatalogue`, all but `odd-type`, which
   * only many answers tell. `finish`: why the model stopped, in the provider's word. `on`: those of `quietSuspicions` that are
   * looked for. Never throws.
   */
  suspicions(
    response: string | ModelMessage,
    result: Extract<ParseResult, { readonly ok: true }>,
    finish?: string,
    on?: readonly SuspicionCode[],
  ): Promise<readonly Suspicion[]>;
  /**
   * Why a response does not read: the smallest edits of its text under which this definition reads it, each proved by
   * reading the edited text, the likeliest first; at most `limit` (3). Never throws.
   */
  diagnose(response: string | ModelMessage, options?: DiagnoseResponseOptions): Promise<ResponseDiagnosis>;
}

/**
 * Makes a parser of a definition. Throws `EngineError` where the class's constructor raises, and one of class
 * `InvalidDefinition` where the definition has the wrong shape and the class itself has no words for it.
 */
export function createParser(definition: Definition, host: Host = {}): ResponseParser {
  const parser = construct(definition, host);
  const instructionPieces = () => overridePieces(definition, parser) ?? parser.instruction();
  const read = async (response: string | ModelMessage): Promise<ParseResult> => {
    const input = inputOf(response);
    try {
      const reading = parser.read(input);
      return success('then' in reading ? await reading : reading, input.text ?? '');
    } catch (error) {
      return failure(error, input);
    }
  };
  const parseAll: ResponseParser['parseAll'] = async responses => {
    if (!parser.readAll) {
      const results: ParseResult[] = [];
      for (const response of responses) results.push(await read(response));
      return results;
    }
    const inputs = responses.map(inputOf);
    try {
      const readings = await parser.readAll(inputs);
      return inputs.map((input, i) => resultOf(readings[i]!, input));
    } catch (error) {
      return inputs.map(input => failure(error, input));
    }
  };
  let known: Promise<ExpectedMarkup> | undefined;
  const markup = () => {
    known ??= markupOf(definition, read, () => textOf(instructionPieces()));
    return known;
  };
  let text: string | undefined;
  const definitionText = () => {
    text ??= toJsonText(definition.source.config);
    return text;
  };
  let format: Promise<AnswerFormat> | undefined;
  const suspicions: ResponseParser['suspicions'] = async (response, result, finish, on) => {
    format ??= answerFormat(definition, {
      example: exampleResponse(definition),
      tools: attempt(() => parser.tools?.() ?? []) ?? [],
      formatInstruction: () => textOf(instructionPieces()),
      parse: read,
    });
    const calls = typeof response === 'string' ? [] : callsOf(response);
    return suspicionsOf(responseText(response) ?? '', result, await format, { finish, calls, on });
  };
  const parse: ResponseParser['parse'] = async (response, options) => {
    const result = await read(response);
    if (!options?.suspicions || !result.ok) return result;
    return withSuspicions(result, (await suspicions(response, result, options.finish, options.on)).map(foundSuspicion));
  };
  const diagnose: ResponseParser['diagnose'] = async (response, options) => {
    try {
      const format: DiagnosedFormat = {
        markup,
        // A message keeps what stands beside its text.
        parse: (text, calls) => read(withText(response, text, calls)),
        ...(parser.readAll && { parseAll: texts => parseAll(texts.map(text => withText(response, text))) }),
        odd: (text, result) => suspicions(withText(response, text), result),
        definition: definitionText,
        calls: typeof response === 'string' ? [] : callsOf(response),
      };
      return await diagnoseLines(responseText(response) ?? '', format, options);
    } catch (error) {
      if (typeof response === 'string') throw error;
      // A message whose members throw when they are read.
      return { candidates: [], causes: [] };
    }
  };
  return Object.freeze<ResponseParser>({
    prepare: async () => parser.prepare?.(),
    about: () => parser.about?.(),
    instructionPieces,
    formatInstruction: () => textOf(instructionPieces()),
    tools: () => parser.tools?.() ?? [],
    instructionMessages: task =>
      parser.messages?.(task).map(({ role, pieces }) => ({ role, text: textOf(pieces) })) ?? [
        { role: 'system' as const, text: textOf(instructionPieces()) },
      ],
    views: () => parser.views?.() ?? [],
    parse,
    parseAll,
    suspicions,
    readsMany: parser.readAll !== undefined,
    diagnose,
  });
}

function resultOf(reading: Reading | EngineError, input: ResponseInput): ParseResult {
  return reading instanceof EngineError ? failure(reading, input) : success(reading, input.text ?? '');
}

/** The response with another text, and other calls. A message without text stays one. */
function withText(response: string | ModelMessage, text: string, calls?: readonly unknown[]): string | ModelMessage {
  if (typeof response === 'string') return text;
  return { ...response, ...(text && { message: text }), ...(calls && { [callsKey(response)]: calls }) };
}

/** Where a message has its calls: as chat completions have them, or the Responses API. */
function callsKey(message: ModelMessage): 'tool_calls' | 'output' {
  return !Array.isArray(message?.tool_calls) && Array.isArray(message?.output) ? 'output' : 'tool_calls';
}

function callsOf(message: ModelMessage): readonly unknown[] {
  const given: unknown = message?.[callsKey(message)];
  return Array.isArray(given) ? given : [];
}

function textOf(pieces: readonly Piece[]): string {
  for (const { error } of pieces) if (error) throw error;
  return pieces.map(({ text }) => text).join('');
}

/** What stands around the parts of an answer, as an example of one and the definition say. */
async function markupOf(
  definition: Definition,
  parse: ResponseParser['parse'],
  instruction: () => string,
): Promise<ExpectedMarkup> {
  const { parserType, source } = definition;
  const example = exampleResponse(definition);
  const said: SaidFormat = {
    // What a pattern of the author's asks for at the beginning of a line, an answer to it shows.
    marks:
      parserType.responses?.marks?.(source) ?? (parserType.authoring?.patterns && example ? labelsIn(example) : []),
    instruction: attempt(instruction) ?? '',
    observations: parserType.responses?.observations ?? [],
    anyTag: example !== undefined && (await readsTag(example, parse)),
  };
  if (example === undefined) return unknownMarkup(said);
  const result = await parse(example);
  const markup = expectedMarkup(example, result, said);
  const tags = await withCaptures(markup.tags, example, parse);
  return { ...markup, tags, breaks: await neededBreaks(tags, example, result, parse) };
}

/** Whether a tag that is not in an example is read as well. */
async function readsTag(example: string, parse: ResponseParser['parse']): Promise<boolean> {
  const name = 'other_part';
  if (!/^\s*</.test(example)) return false;
  const result = await parse(`${example}\n<${name}>1</${name}>`);
  return result.ok && result.fields.some(({ key }) => key === name);
}

function construct(definition: Definition, host: Host): Parser {
  try {
    return guarded(definition.parserType.create(definition.source, host), definition);
  } catch (error) {
    throw ownError(error, definition);
  }
}

/** A parser with all its members, which throw nothing but `EngineError`. Reading turns what it throws into data itself. */
function guarded(parser: Parser, definition: Definition): Parser {
  const { about, instruction, prepare, readAll, tools, placeholders, messages, views } = parser;
  const own =
    <A extends unknown[], T>(work: (...args: A) => T) =>
    (...args: A): T => {
      try {
        return work.apply(parser, args);
      } catch (error) {
        throw ownError(error, definition);
      }
    };
  return {
    read: input => parser.read(input),
    readAll: readAll && (inputs => readAll.call(parser, inputs)),
    instruction: own(instruction),
    about: about && own(about),
    prepare: prepare && own(prepare),
    tools: tools && own(tools),
    placeholders: placeholders && own(placeholders),
    messages: messages && own(messages),
    views: views && own(views),
  } satisfies Parser & Record<keyof Parser, unknown>;
}

/** The class's own error; of a definition of the wrong shape, for which it has no words, the first thing that is wrong. */
function ownError(error: unknown, { invalid }: Definition): EngineError {
  return error instanceof EngineError ? error : new EngineError('InvalidDefinition', invalid ?? String(error));
}

/**
 * The instruction that a `format_instruction` gives in place of the type's own. Only the type's placeholders are
 * replaced, once each where they stand in braces; every other brace stays. A class that takes the argument itself has
 * no placeholders and no override.
 */
function overridePieces({ source }: Definition, parser: Parser): readonly Piece[] | undefined {
  const override = source.stringAt(['format_instruction']);
  if (!override || !parser.placeholders) return undefined;
  const replacements = new Map(Object.entries(parser.placeholders()));
  const { text, offsets } = override;
  const pieces: Piece[] = [];
  let done = 0;
  const literal = (end: number) => {
    if (end > done) pieces.push({ text: text.slice(done, end), origin: { start: offsets[done]!, end: offsets[end]! } });
  };
  for (const match of text.matchAll(/\{(\w+)\}/g)) {
    const replacement = replacements.get(match[1]!);
    if (!replacement) continue;
    literal(match.index);
    pieces.push(...replacement);
    done = match.index + match[0].length;
  }
  literal(text.length);
  return pieces;
}

/**
 * The text of a response, which the spans of its result index: `message` or `content`; the text blocks of a list put
 * together without separator, as AgentScope does. `null`, Python's `None`, where it has no text. Never throws.
 */
export function responseText(response: string | ModelMessage): string | null {
  if (typeof response === 'string') return response;
  try {
    return messageText(response);
  } catch {
    // A member that throws when it is read has no text.
    return null;
  }
}

function messageText(response: ModelMessage | null | undefined): string | null {
  const { message, content } = response ?? {};
  if (typeof message === 'string') return message;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  const texts = content.map(block => (typeof block === 'string' ? block : block?.text));
  return texts.filter(text => typeof text === 'string').join('');
}

function inputOf(response: string | ModelMessage): ResponseInput {
  const text = responseText(response);
  return typeof response === 'string' ? { text } : { text, message: response };
}
