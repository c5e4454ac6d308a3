import type { Host, ModuleAbout } from '../core/host.ts';
import { once } from '../core/once.ts';
import type { PyList } from '../core/pyValue.ts';
import type { AcceptedResult, ModelMessage, ParseOptions, ParseResult } from '../core/result.ts';
import { foundSuspicion, type Suspicion, type SuspicionCode } from '../core/suspicion.ts';
import {
  type DiagnosedFormat,
  type DiagnoseResponseOptions,
  definitionWords,
  diagnoseLines,
  type ExpectedMarkup,
  expectedMarkup,
  labelsIn,
  neededBreaks,
  type ResponseDiagnosis,
  type SaidFormat,
  unknownMarkup,
  withCaptures,
} from '../diagnosis/index.ts';
import type { Definition } from '../parsers/definition.ts';
import type { DefinitionSource, InstructionMessageText, ParserView, Piece } from '../parsers/parser.ts';
import { attempt } from '../parsers/shared/attempt.ts';
import { toJsonText } from '../python/index.ts';
import { type AnswerReader, callsKey, callsOf, createAnswerReader, responseText, textOf } from './answerReader.ts';
import { exampleResponse } from './definitionFacts.ts';
import type { DefinitionUses } from './definitionUses.ts';
import { withSuspicions } from './parseResult.ts';

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
  instructionMessages(task?: string): readonly InstructionMessageText[];
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
    result: AcceptedResult,
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
  return parserOf(definition, createAnswerReader(definition, host));
}

/** The parser of a definition whose reader was made. `uses`: hears what is taken from the definition's texts. @internal */
export function parserOf(definition: Definition, reader: AnswerReader, uses?: DefinitionUses): ResponseParser {
  const { parser, instructionPieces, suspicions } = reader;
  const read = (response: string | ModelMessage): Promise<ParseResult> => Promise.resolve(reader.read(response));
  const parseAll: ResponseParser['parseAll'] = async responses => reader.readAll(responses);
  const markup = once(() => {
    for (const kind of ['instruction', 'example']) uses?.ask(kind);
    const { source } = uses?.watched(definition) ?? definition;
    return markupOf(definition, source, read, () => textOf(instructionPieces()));
  });
  const words = once(() => definitionWords(toJsonText(definition.source.config)));
  const says = (word: string) => {
    uses?.ask('word', word);
    return words().has(word);
  };
  const judged = async (response: string | ModelMessage, options: ParseOptions): Promise<ParseResult> => {
    const result = await read(response);
    if (!options.suspicions || !result.ok) return result;
    return withSuspicions(result, (await suspicions(response, result, options.finish, options.on)).map(foundSuspicion));
  };
  const parse: ResponseParser['parse'] = (response, options) => (options ? judged(response, options) : read(response));
  const diagnose: ResponseParser['diagnose'] = async (response, options) => {
    try {
      const format: DiagnosedFormat = {
        markup,
        // A message keeps what stands beside its text.
        parse: (text, calls) => read(withText(response, text, calls)),
        ...(parser.readAll && { parseAll: texts => parseAll(texts.map(text => withText(response, text))) }),
        odd: async (text, result) => suspicions(withText(response, text), result),
        says,
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
      parser.messages?.(task).map(({ pieces, ...message }) => ({ ...message, text: textOf(pieces) })) ?? [
        { role: 'system' as const, text: textOf(instructionPieces()) },
      ],
    views: () => parser.views?.() ?? [],
    parse,
    parseAll,
    suspicions: async (response, result, finish, on) => suspicions(response, result, finish, on),
    readsMany: parser.readAll !== undefined,
    diagnose,
  });
}

/** The response with another text, and other calls. A message without text stays one. */
function withText(response: string | ModelMessage, text: string, calls?: readonly unknown[]): string | ModelMessage {
  if (typeof response === 'string') return text;
  return { ...response, ...(text && { message: text }), ...(calls && { [callsKey(response)]: calls }) };
}

/** What stands around the parts of an answer, as an example of one and the definition say. */
async function markupOf(
  definition: Definition,
  source: DefinitionSource,
  parse: ResponseParser['parse'],
  instruction: () => string,
): Promise<ExpectedMarkup> {
  const { parserType } = definition;
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
