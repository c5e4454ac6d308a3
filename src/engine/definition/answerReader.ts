import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
import { none } from '../core/none.ts';
import type { AcceptedResult, ModelMessage, ParseResult } from '../core/result.ts';
import type { Suspicion, SuspicionCode } from '../core/suspicion.ts';
import type { Definition } from '../parsers/definition.ts';
import type { Parser, Piece, Reading, ResponseInput } from '../parsers/parser.ts';
import { attempt } from '../parsers/shared/attempt.ts';
import { type AnswerFormat, answerFormat, suspicionsOf } from '../suspicions/index.ts';
import { exampleResponse } from './definitionFacts.ts';
import type { DefinitionUses } from './definitionUses.ts';
import { failure, success } from './parseResult.ts';

/** What reads the answers to a definition: at once where its type does, so that many answers cost no more than their reading. */
export interface AnswerReader {
  readonly parser: Parser;
  /** See `ResponseParser`. */
  instructionPieces(): readonly Piece[];
  /** What an answer looks like. Never rejects. */
  format(): Promise<AnswerFormat>;
  /** See `ResponseParser.parse`: the result itself where the type reads at once. Never throws. */
  read(response: string | ModelMessage): ParseResult | Promise<ParseResult>;
  /** See `ResponseParser.parseAll`. */
  readAll(responses: readonly (string | ModelMessage)[]): Promise<readonly ParseResult[]>;
  /** See `ResponseParser.suspicions`: at once but for the first response. */
  suspicions(
    response: string | ModelMessage,
    result: AcceptedResult,
    finish?: string,
    on?: readonly SuspicionCode[],
  ): readonly Suspicion[] | Promise<readonly Suspicion[]>;
}

/** Makes the reader of a definition. `uses`: hears what of the definition is looked at. Throws `EngineError` like `createParser`. @internal */
export function createAnswerReader(definition: Definition, host: Host, uses?: DefinitionUses): AnswerReader {
  const watched = uses?.watched(definition) ?? definition;
  const parser = construct(watched, host);
  // The instruction is made of all that there is: of it counts what is taken from it.
  const instructed = uses ? construct(definition, host) : parser;
  const instructionPieces = () => overridePieces(definition, instructed) ?? instructed.instruction();
  const read: AnswerReader['read'] = response => {
    const input = inputOf(response);
    try {
      const reading = parser.read(input);
      if (reading instanceof EngineError) return failure(reading, input);
      return 'then' in reading ? awaited(reading, input) : success(reading, input.text ?? '');
    } catch (error) {
      return failure(error, input);
    }
  };
  const readAll: AnswerReader['readAll'] = async responses => {
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
  let format: AnswerFormat | undefined;
  let making: Promise<AnswerFormat> | undefined;
  const answers: AnswerReader['format'] = async () => {
    making ??= answerFormat(definition, {
      example: exampleResponse(definition),
      tools: attempt(() => parser.tools?.() ?? []) ?? [],
      formatInstruction: () => textOf(instructionPieces()),
      parse: async text => read(text),
      ...(uses && {
        watched: watched.source,
        noteFormat: (kind, about) => uses.ask(kind, ...(about === undefined ? [] : [about])),
      }),
    });
    format = await making;
    return format;
  };
  const suspicions: AnswerReader['suspicions'] = (response, result, finish, on) => {
    const calls = typeof response === 'string' ? none : callsOf(response);
    const found = (ownFormat: AnswerFormat) =>
      suspicionsOf(responseText(response) ?? '', result, ownFormat, { finish, calls, on });
    return format ? found(format) : answers().then(found);
  };
  return { parser, instructionPieces, format: answers, read, readAll, suspicions };
}

async function awaited(reading: Promise<Reading>, input: ResponseInput): Promise<ParseResult> {
  try {
    return success(await reading, input.text ?? '');
  } catch (error) {
    return failure(error, input);
  }
}

function resultOf(reading: Reading | EngineError, input: ResponseInput): ParseResult {
  return reading instanceof EngineError ? failure(reading, input) : success(reading, input.text ?? '');
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

function inputOf(response: string | ModelMessage): ResponseInput {
  const text = responseText(response);
  return typeof response === 'string' ? { text } : { text, message: response };
}

/** Where a message has its calls: as chat completions have them, or the Responses API. */
export function callsKey(message: ModelMessage): 'tool_calls' | 'output' {
  return !Array.isArray(message?.tool_calls) && Array.isArray(message?.output) ? 'output' : 'tool_calls';
}

/** The calls of a message; none of what is no message. */
export function callsOf(message: ModelMessage): readonly unknown[] {
  const calls: unknown = message?.[callsKey(message)];
  return Array.isArray(calls) ? calls : [];
}

/** The text of pieces. Throws the error of the first that has one. */
export function textOf(pieces: readonly Piece[]): string {
  for (const { error } of pieces) if (error) throw error;
  return pieces.map(({ text }) => text).join('');
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
