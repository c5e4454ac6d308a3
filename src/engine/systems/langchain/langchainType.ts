import * as z from 'zod';
import { EngineError, ResponseError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import type { Problem } from '../../core/problem.ts';
import type { PyDict, PyList, PyValue } from '../../core/pyValue.ts';
import { refusedBy, refusing } from '../../core/refusedValue.ts';
import type { Span } from '../../core/span.ts';
import { jsonFaultSpan } from '../../json/jsonFault.ts';
import type { DefinitionSource, Parser, ParserView, Piece, Reading, ResponseInput } from '../../parsers/parser.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import { textOf } from '../../parsers/shared/pieces.ts';
import { jsonLoads } from '../../python/index.ts';
import { LangchainError } from './langchainError.ts';
import {
  type ClassFeatures,
  type LangchainRuntime,
  type RuntimeKeys,
  runtimeFeatures,
  runtimeOf,
  runtimeProblems,
  runtimeTitles,
  type TwoClasses,
  toldRuntime,
} from './langchainRuntime.ts';
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
  /** What `{…}` of a `format_instruction` stands for in this runtime. Absent: as in `LangchainClass`. */
  placeholders?(source: DefinitionSource): Readonly<Record<string, readonly Piece[]>>;
  /** Whether this runtime's class has no instruction, and raises instead. */
  readonly hasNoInstruction?: true;
  /** What only this runtime's class offers: it replaces what both share. */
  readonly features?: ClassFeatures;
}

/** A class of LangChain: what a `ParserType` has, and the class in each runtime that has it. */
export interface LangchainClass extends Omit<ParserType, 'system' | 'filters' | 'create' | 'keys' | 'documentation'> {
  readonly documentation: string;
  readonly keys?: z.ZodRawShape;
  readonly python?: RuntimeClass;
  readonly js?: RuntimeClass;
  /** Keys of one runtime alone, where Python's class and JavaScript's have little but their name in common: what a definition has of them tells which one it means, and without any it is JavaScript's. */
  readonly ownKeys?: RuntimeKeys;
  /** Keys of the one runtime that the other has under another name, where there are `ownKeys`. */
  readonly counterparts?: TwoClasses['counterparts'];
  /** What else of a definition tells its runtime, where there are `ownKeys`; `undefined`: nothing. */
  tellsRuntime?(config: PyDict): LangchainRuntime | undefined;
  /** The runtime of a definition that nothing tells the runtime of, where there are `ownKeys`. Absent: JavaScript's. */
  readonly usualRuntime?: LangchainRuntime;
  /** What `{…}` of a `format_instruction` stands for. */
  placeholders?(source: DefinitionSource): Readonly<Record<string, readonly Piece[]>>;
  /** See `Parser.views`. */
  views?(source: DefinitionSource): readonly ParserView[];
  /** The functions that are sent with the conversation, in OpenAI's form. */
  tools?(source: DefinitionSource): PyList;
}

/** The releases that the classes are held to. */
const releases: Readonly<Record<LangchainRuntime, string>> = {
  python: 'Python: as in langchain-core 1.6.5 and langchain_classic 1.0.',
  js: 'JavaScript: as in @langchain/core 1.4.0 and @langchain/classic 1.0.50.',
};

/** Makes a parser type of a class of LangChain. Where both runtimes have the class, Python is the default, unless they have keys of their own. */
export function langchainType({
  python,
  js,
  placeholders,
  tools,
  views,
  keys,
  ownKeys,
  counterparts,
  tellsRuntime,
  usualRuntime,
  ...spec
}: LangchainClass): ParserType {
  const own: Partial<Record<LangchainRuntime, RuntimeClass>> =
    ownKeys && usualRuntime !== 'python'
      ? { ...(js && { js }), ...(python && { python }) }
      : { ...(python && { python }), ...(js && { js }) };
  const runtimes = Object.keys(own) as [LangchainRuntime, ...LangchainRuntime[]];
  const [usual] = runtimes;
  const classes = ownKeys && {
    type: spec.type,
    keys: ownKeys,
    ...(counterparts && { counterparts }),
    ...(tellsRuntime && { tellsRuntime }),
    ...(usualRuntime && { usual: usualRuntime }),
  };
  const runtimeFor = (config: PyDict): LangchainRuntime =>
    runtimeOf(config) ?? (classes && toldRuntime(classes, config)) ?? usual;
  const words =
    runtimes.length === 1
      ? `Only ${runtimeTitles[usual]} has this class.`
      : classes
        ? 'Whose class it is: `python` (`langchain_classic`) or `js`. Absent: as its keys tell, else `js`. They have little but their name in common.'
        : 'Whose class it is: `python` (the default) or `js`. They differ in instruction, reading and errors.';
  const features = runtimeFeatures(
    spec,
    { ...(python?.features && { python: python.features }), ...(js?.features && { js: js.features }) },
    runtimeFor,
  );
  const streams = runtimes.some(runtime => own[runtime]?.partial);
  const isAskedAgain = spec.framework?.sendsNoInstruction !== true;
  return {
    ...spec,
    system: 'LangChain',
    framework: {
      ...spec.framework,
      runtimes: Object.fromEntries(runtimes.map(runtime => [runtime, runtimeTitles[runtime]])),
      ...(runtimes.some(runtime => own[runtime]?.hasNoInstruction) && {
        hasNoInstruction: (config: PyDict) => own[runtimeFor(config)]?.hasNoInstruction === true,
      }),
      ...(classes && {
        runtimeOf: (config: PyDict) => runtimeOf(config) ?? toldRuntime(classes, config),
        runtimeOfKeys: (config: PyDict) => toldRuntime(classes, config),
      }),
      ...(isAskedAgain && { asksAgain: langchainAsksAgain }),
    },
    documentation: `${spec.documentation}\n- ${runtimes.map(runtime => releases[runtime]).join(' ')}`,
    keys: {
      runtime: z.enum(runtimes).describe(words).optional(),
      ...keys,
      ...ownKeys?.python,
      ...ownKeys?.js,
      ...(isAskedAgain && { retry_parser: retryKey }),
    },
    filters: false,
    ...features,
    ...(classes && {
      authoring: {
        ...features.authoring,
        check: (source: DefinitionSource): readonly Problem[] => [
          ...runtimeProblems(classes, source, runtimeFor(source.config)),
          ...(features.authoring?.check?.(source) ?? []),
        ],
      },
    }),
    ...(streams && {
      streams: {
        ...features.streams,
        partial: (source: DefinitionSource, text: string) => own[runtimeFor(source.config)]?.partial?.(text, source),
      },
    }),
    create(source, host): Parser {
      const runtime = runtimeFor(source.config);
      const made = own[runtime];
      if (!made)
        throw new EngineError('ValueError', `LangChain has no ${spec.type} for ${runtime}.`, undefined, ['runtime']);
      made.construct?.(source);
      const retryParser = retryParserOf(source, runtime);
      const fill = made.placeholders ?? placeholders;
      return {
        instruction: () => made.instruction(source),
        ...(tools && { tools: () => tools(source) }),
        ...(views && { views: () => views(source) }),
        ...(fill && { placeholders: () => fill(source) }),
        async read(input) {
          const { text } = input;
          try {
            return await made.read(text ?? '', source, host, input);
          } catch (error) {
            const feedback = (raised: LangchainError) =>
              retryFeedback(raised, text ?? '', runtime, () => textOf(made.instruction(source)));
            throw responseError(error, text ?? '', runtime, isAskedAgain ? feedback : undefined, retryParser);
          }
        },
      };
    },
  };
}

/** What a class raised as the error of a response. Whatever is a fault of ours stays one. */
function responseError(
  error: unknown,
  text: string,
  runtime: LangchainRuntime,
  feedbackOf: ((error: LangchainError) => ReadonlyMap<RetryParser, string>) | undefined,
  retryParser: RetryParser,
): unknown {
  if (error instanceof RangeError)
    return runtime === 'python'
      ? new ResponseError('RecursionError', 'maximum recursion depth exceeded')
      : new ResponseError('RangeError', 'Maximum call stack size exceeded');
  if (!(error instanceof EngineError) || error instanceof ResponseError) return error;
  const raised = error instanceof LangchainError ? error : undefined;
  const feedbacks = feedbackOf && raised?.class === 'OutputParserException' ? feedbackOf(raised) : undefined;
  const feedback = feedbacks?.get(retryParser);
  const { llm_output: output, pydantic_errors: details } = raised ?? {};
  const span = raised && faultSpan(text, raised);
  const response = new ResponseError(error.class, error.message, {
    ...(error.code !== undefined && { code: error.code }),
    ...(span && { span }),
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

/**
 * Where in a response the trouble is that an exception of Python's wraps: where strict JSON first stops, or the place that the
 * message of an XML reader names. `undefined`: it wraps neither, or the place is not to be had. Linear.
 */
function faultSpan(text: string, { cause, llm_output: output }: LangchainError): Span | undefined {
  if (cause?.class === 'JSONDecodeError') return jsonFault(text);
  if (cause?.class === 'ParseError' && typeof output === 'string') return xmlFault(text, output, cause.message);
  return undefined;
}

/** In the JSON behind the first fence, else behind what is no bracket. */
function jsonFault(text: string): Span | undefined {
  const fence = /```(?:json)?\s{0,1000}(?=[[{])/.exec(text);
  const start = fence ? fence.index + fence[0].length : text.search(/[[{]/);
  if (start < 0) return undefined;
  const read = jsonLoads(text, { start, strict: false });
  return read.ok ? undefined : jsonFaultSpan(text, read.error, start, text.length);
}

/** The sign at expat's line, from 1, and column, from 0 in code points, of the document that was read. */
function xmlFault(text: string, document: string, message: string): Span | undefined {
  const [, line, column] = /: line (\d{1,9}), column (\d{1,9})$/.exec(message) ?? [];
  const from = text.indexOf(document);
  if (line === undefined || column === undefined || from < 0) return undefined;
  let at = from;
  for (let left = Number(line); left > 1; left--) {
    const feed = /\r\n?|\n/g;
    feed.lastIndex = at;
    if (!feed.exec(text)) return undefined;
    at = feed.lastIndex;
  }
  for (let left = Number(column); left > 0 && at < text.length; left--) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  return { start: at, end: Math.min(at + 1, text.length) };
}
