import * as z from 'zod';
import { EngineError, ResponseError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import type { PyList, PyValue } from '../../core/pyValue.ts';
import { refusedBy, refusing } from '../../core/refusedValue.ts';
import type { DefinitionSource, Parser, Piece, Reading, ResponseInput } from '../parser.ts';
import type { ParserType } from '../parserType.ts';
import { textOf } from '../shared/pieces.ts';
import { LangchainError } from './langchainError.ts';
import { type LangchainRuntime, runtimeOf } from './langchainRuntime.ts';
import { langchainAsksAgain, type RetryParser, retryFeedback, retryKey, retryParserOf } from './retryParsers.ts';

/** What a class does in one runtime. */
export interface RuntimeClass {
  /** `get_format_instructions()`. Throws `EngineError` where the class raises. */
  instruction(source: DefinitionSource): readonly Piece[];
  /** Reads a text, and the message that it is of. Throws `EngineError` where the class raises. */
  read(text: string, source: DefinitionSource, host: Host, input: ResponseInput): Reading | Promise<Reading>;
  /** What streaming yields of a text that has not ended, see `StreamFeatures.partial`. Absent: nothing before the end. Throws `EngineError`. */
  partial?(text: string, source: DefinitionSource): PyValue | undefined;
  /** What the constructor raises. Throws `EngineError`. Absent: nothing. */
  construct?(source: DefinitionSource): void;
}

/** A class of LangChain: what a `ParserType` has, and the class in each runtime that has it. */
export interface LangchainClass extends Omit<ParserType, 'system' | 'filters' | 'create' | 'keys' | 'documentation'> {
  readonly documentation: string;
  readonly keys?: z.ZodRawShape;
  readonly python?: RuntimeClass;
  readonly js?: RuntimeClass;
  /** What `{…}` of a `format_instruction` stands for. */
  placeholders?(source: DefinitionSource): Readonly<Record<string, readonly Piece[]>>;
  /** The functions that are sent with the conversation, in OpenAI's form. */
  tools?(source: DefinitionSource): PyList;
}

/** The releases that the classes are held to. */
const releases: Readonly<Record<LangchainRuntime, string>> = {
  python: 'Python: as in langchain-core 1.6.5.',
  js: 'JavaScript: as in @langchain/core 1.4.0 and @langchain/classic 1.0.50.',
};

const titles: Readonly<Record<LangchainRuntime, string>> = { python: 'Python', js: 'JavaScript' };

/** Makes a parser type of a class of LangChain. Where both runtimes have the class, Python is the default. */
export function langchainType({ python, js, placeholders, tools, keys, ...spec }: LangchainClass): ParserType {
  const own = { ...(python && { python }), ...(js && { js }) };
  const runtimes = Object.keys(own) as [LangchainRuntime, ...LangchainRuntime[]];
  const [usual] = runtimes;
  const words =
    runtimes.length > 1
      ? 'Whose class it is: `python` (the default) or `js`. They differ in instruction, reading and errors.'
      : `Only ${usual === 'python' ? 'Python' : 'JavaScript'} has this class.`;
  const streams = runtimes.some(runtime => own[runtime]?.partial);
  const isAskedAgain = spec.framework?.sendsNoInstruction !== true;
  return {
    ...spec,
    system: 'LangChain',
    framework: {
      ...spec.framework,
      runtimes: Object.fromEntries(runtimes.map(runtime => [runtime, titles[runtime]])),
      ...(isAskedAgain && { asksAgain: langchainAsksAgain }),
    },
    documentation: `${spec.documentation}\n- ${runtimes.map(runtime => releases[runtime]).join(' ')}`,
    keys: {
      runtime: z.enum(runtimes).describe(words).optional(),
      ...keys,
      ...(isAskedAgain && { retry_parser: retryKey }),
    },
    filters: false,
    ...(streams && {
      streams: {
        ...spec.streams,
        partial: (source: DefinitionSource, text: string) =>
          own[runtimeOf(source.config) ?? usual]?.partial?.(text, source),
      },
    }),
    create(source, host): Parser {
      const runtime = runtimeOf(source.config) ?? usual;
      const made = own[runtime];
      if (!made)
        throw new EngineError('ValueError', `LangChain has no ${spec.type} for ${runtime}.`, undefined, ['runtime']);
      made.construct?.(source);
      const retryParser = retryParserOf(source, runtime);
      return {
        instruction: () => made.instruction(source),
        ...(tools && { tools: () => tools(source) }),
        ...(placeholders && { placeholders: () => placeholders(source) }),
        async read(input) {
          const { text } = input;
          try {
            return await made.read(text ?? '', source, host, input);
          } catch (error) {
            const told = (raised: LangchainError) =>
              retryFeedback(raised, text ?? '', runtime, () => textOf(made.instruction(source)));
            throw responseError(error, runtime, isAskedAgain ? told : undefined, retryParser);
          }
        },
      };
    },
  };
}

/** What a class raised as the error of a response. Whatever is a fault of ours stays one. */
function responseError(
  error: unknown,
  runtime: LangchainRuntime,
  told: ((error: LangchainError) => ReadonlyMap<RetryParser, string>) | undefined,
  retryParser: RetryParser,
): unknown {
  if (error instanceof RangeError)
    return runtime === 'python'
      ? new ResponseError('RecursionError', 'maximum recursion depth exceeded')
      : new ResponseError('RangeError', 'Maximum call stack size exceeded');
  if (!(error instanceof EngineError) || error instanceof ResponseError) return error;
  const known = error instanceof LangchainError ? error : undefined;
  const feedbacks = told && known?.class === 'OutputParserException' ? told(known) : undefined;
  const feedback = feedbacks?.get(retryParser);
  const { llm_output: output, pydantic_errors: details } = known ?? {};
  const response = new ResponseError(error.class, error.message, {
    ...(error.code !== undefined && { code: error.code }),
    ...(feedback !== undefined && { feedback }),
    ...(feedbacks && feedbacks.size > 1 && { feedbacks: Object.fromEntries(feedbacks) }),
    ...(typeof output === 'string' && { rawResponse: output }),
    ...(details && { details }),
  });
  return refusing(response, refusedBy(error));
}

/** An instruction in one piece; none for an empty one. */
export function onePiece(text: string): readonly Piece[] {
  return text === '' ? [] : [{ text }];
}
