import { ResponseError } from '../../core/errors.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import type { AnswerGrammar } from '../../grammar/index.ts';
import type { ResponseInput } from '../../parsers/parser.ts';
import type { InstructionRequirement, MessageParts } from '../../parsers/parserFeatures.ts';
import type { Want } from '../../parsers/parserType.ts';
import type { FieldSpans } from '../../parsers/shared/providerMessage.ts';
import type { PieceReader, StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import type { GrowingText } from '../../text/index.ts';
import type { ToolSettings } from './toolSettings.ts';

/** What a parse function made of a response. Of a thought that stands in two places the larger part is meant. */
export interface ParsedAction {
  readonly thought: PyValue;
  readonly action: PyValue;
  readonly thoughtPlace: FieldSpans;
  readonly actionPlace: FieldSpans;
  readonly warnings?: readonly string[];
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** One of SWE-agent's parse functions. */
export interface ParseFunction {
  readonly type: string;
  readonly summary: string;
  /** See `ParserType`. */
  readonly want: Want;
  /** See `ParserType`. */
  readonly answer: string;
  readonly documentation: string;
  /** The class's `error_message`. */
  readonly errorMessage: string;
  readonly template: string;
  /** The request has the commands as functions of the provider's API. */
  readonly sendsFunctions?: true;
  /** The thought may be any value, not only a text. */
  readonly takesAnyThought?: true;
  /** A response with a call of the commands, or one that any definition reads. */
  example(settings: ToolSettings): string | undefined;
  /** Throws `FormatError` where SWE-agent asks the model again, any other `EngineError` where SWE-agent ends. */
  parse(input: ResponseInput, settings: ToolSettings): ParsedAction;
  /** What every response must have, and so an instruction of the author's own has to say. Absent: nothing. */
  readonly requirements?: readonly InstructionRequirement[];
  /** See `ResponseFeatures`. */
  readonly prose?: readonly string[];
  /** SWE-agent's own words ask for a discussion beside the command. */
  readonly needsThought?: true;
  /** The action is one for the shell; in a fence, that may be without language. */
  readonly isShell?: true;
  /** See `ResponseFeatures`. */
  messageParts?(response: string): MessageParts | undefined;
  /** See `ResponseFeatures`. */
  draft?(responses: readonly string[]): PyDict | undefined;
  /** See `ResponseFeatures`. */
  readonly noGrammar?: string;
  /** See `ResponseFeatures`. Absent: there is none. */
  grammar?(settings: ToolSettings): AnswerGrammar;
  /** See `StreamFeatures`. */
  reader?(response: GrowingText, events: StreamEvents, settings: ToolSettings): StreamReader | PieceReader | string;
  /** The message's text; absent: the text of the input. */
  messageOf?(input: ResponseInput): string | null;
}

/** The response's text, for parse functions that fail without one. */
export function messageText({ text }: ResponseInput): string {
  if (text !== null) return text;
  throw new ResponseError('TypeError', 'The message has no text, which this parse function needs.');
}

/** Where a thought stands that is the text around an action: before it, or after it where nothing but blanks is before. */
export function thoughtSpan(text: string, action: Span): Span {
  const before = { start: 0, end: action.start };
  return text.slice(0, action.start).trim() === '' && text.slice(action.end).trim() !== ''
    ? { start: action.end, end: text.length }
    : before;
}

/** The whole of a text. */
export function wholeSpan(text: string | null): Span {
  return { start: 0, end: text?.length ?? 0 };
}
