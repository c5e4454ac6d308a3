import { EngineError, ResponseError, type ResponseErrorDetails } from '../core/errors.ts';
import { withExact } from '../core/exact.ts';
import type { Host } from '../core/host.ts';
import { isPyDict, isPyList, type PyList, type PyValue, toPlain } from '../core/pyValue.ts';
import type { Field, ModelMessage, ParseResult, Repair } from '../core/result.ts';
import { diagnoseResponse, type ResponseDiagnosis } from '../diagnosis/diagnoseResponse.ts';
import { type ExpectedMarkup, expectedMarkup, noMarkup } from '../diagnosis/expectedMarkup.ts';
import { type MemberSpan, withoutQuotes } from '../json/jsonSpans.ts';
import type {
  Parser,
  ParserView,
  Piece,
  PlainReading,
  ReadField,
  Reading,
  ResponseInput,
} from '../parsers/parserType.ts';
import type { Definition } from './definition.ts';
import { exampleResponse } from './exampleResponse.ts';

/** A definition made ready: its instruction, and the reading of responses. */
export interface ResponseParser {
  /** Makes the instruction ready where it comes from a module of the user's. At once for all types but `custom`. Never rejects: what goes wrong is thrown by `formatInstruction`. */
  prepare(): Promise<void>;
  /**
   * The exact text that tells a model how to answer. Throws `EngineError` where the system raises, and one of class
   * `NotPrepared` where `prepare` must be awaited first.
   */
  formatInstruction(): string;
  /** The same text in pieces, each with the part of the file that it was written in. Throws like `formatInstruction`. */
  instructionPieces(): readonly Piece[];
  /** The instruction as the messages that the framework spreads it over; one of the system's where it is one text. Throws like `formatInstruction`. */
  instructionMessages(task?: string): readonly { readonly role: 'system' | 'user'; readonly text: string }[];
  /** The functions that are sent with the instruction, in OpenAI's form. Throws like `formatInstruction`. */
  tools(): PyList;
  /** What the model is sent beside the instruction: a system message, the schemas of functions. Their pieces throw like `formatInstruction`. */
  views(): readonly ParserView[];
  /** Reads a response. Never throws: what goes wrong is in the result. */
  parse(response: string | ModelMessage): Promise<ParseResult>;
  /**
   * Why a response does not read: the smallest edits of its text under which this definition reads it, each proved by
   * reading the edited text, the likeliest first; at most `limit` (3). Never throws.
   */
  diagnose(response: string | ModelMessage, options?: { readonly limit?: number }): Promise<ResponseDiagnosis>;
}

/**
 * Makes a parser of a definition. Throws `EngineError` where the class's constructor raises, and one of class
 * `InvalidDefinition` where the definition has the wrong shape and the class itself has no words for it.
 */
export function createParser(definition: Definition, host: Host = {}): ResponseParser {
  const parser = construct(definition, host);
  const instructionPieces = () => overridePieces(definition, parser) ?? parser.instruction();
  const parse = async (response: string | ModelMessage): Promise<ParseResult> => {
    const input = inputOf(response);
    try {
      const reading = parser.read(input);
      return success('then' in reading ? await reading : reading, input.text ?? '');
    } catch (error) {
      return failure(error, input.text ?? '');
    }
  };
  let known: Promise<ExpectedMarkup> | undefined;
  const markup = () => {
    known ??= markupOf(definition, parse);
    return known;
  };
  return Object.freeze<ResponseParser>({
    prepare: async () => parser.prepare?.(),
    instructionPieces,
    formatInstruction: () => textOf(instructionPieces()),
    tools: () => parser.tools?.() ?? [],
    instructionMessages: task =>
      parser.messages?.(task).map(({ role, pieces }) => ({ role, text: textOf(pieces) })) ?? [
        { role: 'system' as const, text: textOf(instructionPieces()) },
      ],
    views: () => parser.views?.() ?? [],
    parse,
    diagnose: (response: string | ModelMessage, options?: { readonly limit?: number }) =>
      diagnoseResponse(
        responseText(response) ?? '',
        {
          markup,
          // A message keeps what stands beside its text.
          parse: (text, calls) =>
            parse(
              typeof response === 'string'
                ? text
                : // A message without text stays one.
                  { ...response, ...(text && { message: text }), ...(calls && { tool_calls: calls }) },
            ),
          ...(typeof response !== 'string' && Array.isArray(response?.tool_calls) && { calls: response.tool_calls }),
        },
        options,
      ),
  });
}

function textOf(pieces: readonly Piece[]): string {
  for (const { error } of pieces) if (error) throw error;
  return pieces.map(({ text }) => text).join('');
}

/** What stands around the parts of an answer, as an example of one shows. */
async function markupOf(definition: Definition, parse: ResponseParser['parse']): Promise<ExpectedMarkup> {
  const example = exampleResponse(definition);
  return example === undefined ? noMarkup : expectedMarkup(example, await parse(example));
}

function construct(definition: Definition, host: Host): Parser {
  try {
    return definition.parserType.create(definition.source, host);
  } catch (error) {
    if (error instanceof EngineError) throw error;
    throw new EngineError('InvalidDefinition', definition.invalid ?? String(error));
  }
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
 * together without separator, as AgentScope does. `null`, Python's `None`, where it has no text.
 */
export function responseText(response: string | ModelMessage): string | null {
  if (typeof response === 'string') return response;
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

/** The parts of a longer response are made when they are first asked for: of ten megabytes a view shows only a little. */
const longestAtOnce = 16_384;

function success(reading: Reading, given: string): ParseResult {
  const { extra, plain, repairs, warnings, toolError } = reading;
  const rest = {
    repairs: repairs?.length ? Object.freeze(repairs.map(frozenRepair)) : none,
    response: reading.response ?? given,
    warnings: warnings?.length ? Object.freeze(warnings) : none,
    ...(toolError !== undefined && { toolError }),
    ...(extra && { extra }),
  };
  if (plain) {
    const { value } = plain;
    const fields = Object.freeze(plain.members.map(member => memberField(member, plain, reading, given)));
    return Object.freeze(withExact({ ok: true as const, value, fields, ...rest }, () => reading.value));
  }
  const { value: exact } = reading;
  if (given.length <= longestAtOnce) {
    const value = toPlain(exact);
    const fields = Object.freeze(reading.fields.map(field => plainField(field, exact, () => value)));
    return Object.freeze(withExact({ ok: true as const, value, fields, ...rest }, exact));
  }
  const value = once(() => toPlain(exact));
  const fields = once(() => Object.freeze(reading.fields.map(field => plainField(field, exact, value))));
  return Object.freeze(
    withExact(
      {
        ok: true as const,
        get value() {
          return value();
        },
        get fields() {
          return fields();
        },
        ...rest,
      },
      exact,
    ),
  );
}

const none: readonly never[] = Object.freeze([]);

/** A field of a value that is plain data already. */
function memberField({ key, span }: MemberSpan, { value }: PlainReading, reading: Reading, given: string): Field {
  const inner = Object.freeze(withoutQuotes(given, span));
  const part = (value as Readonly<Record<string | number, unknown>>)[key];
  const field = { key: String(key), value: part, span: Object.freeze(span), inner };
  return Object.freeze(withExact(field, () => partOf(reading.value, key)));
}

function partOf(value: PyValue, key: string | number): PyValue {
  const part = isPyDict(value) ? value.get(String(key)) : isPyList(value) ? value[Number(key)] : null;
  return part ?? null;
}

/** A field shares its value with the whole value where the two are the same object. */
function plainField({ key, value, span, inner }: ReadField, whole: PyValue, plain: () => unknown): Field {
  const shared = isPyDict(whole) && typeof value === 'object' && whole.get(key) === value;
  const plainValue = shared ? (plain() as Record<string, unknown>)[key] : toPlain(value);
  const field = { key, value: plainValue, span: Object.freeze(span), inner: Object.freeze(inner) };
  return Object.freeze(withExact(field, value));
}

function frozenRepair(repair: Repair): Repair {
  return Object.freeze({ ...repair, span: Object.freeze(repair.span) });
}

function failure(error: unknown, given: string): ParseResult {
  if (!(error instanceof EngineError)) {
    const message = `This is a fault of ParserLens, not of the response: ${error instanceof Error ? error.message : String(error)}`;
    return freezeFailure({ class: 'InternalError', message }, given);
  }
  const details: ResponseErrorDetails = error instanceof ResponseError ? error.details : {};
  const { span, feedback, response, rawResponse, details: parts, place, stack, toolError } = details;
  const code = error.code;
  return freezeFailure(
    {
      class: error.class,
      message: error.message,
      ...(code !== undefined && { code }),
      ...(span && { span: Object.freeze(span) }),
      ...(feedback !== undefined && { feedback }),
      ...(parts && { details: Object.freeze(parts) }),
      ...(rawResponse !== undefined && { raw_response: rawResponse }),
      ...(place && { place }),
      ...(stack !== undefined && { stack }),
    },
    response ?? given,
    toolError,
  );
}

function freezeFailure(
  error: Extract<ParseResult, { ok: false }>['error'],
  response: string,
  toolError?: boolean,
): ParseResult {
  return Object.freeze({
    ok: false,
    error: Object.freeze(error),
    response,
    warnings: Object.freeze([]),
    ...(toolError !== undefined && { toolError }),
  });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
