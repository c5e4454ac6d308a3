import assert from 'node:assert/strict';
import { ResponseError } from '../../../../../src/engine/core/errors.ts';
import type { Host } from '../../../../../src/engine/core/host.ts';
import { fromPlain, isPyDict } from '../../../../../src/engine/core/pyValue.ts';
import type { Span } from '../../../../../src/engine/core/span.ts';
import type { Parser, Reading } from '../../../../../src/engine/parsers/parser.ts';
import type { ParserType } from '../../../../../src/engine/parsers/parserType.ts';
import { plainSource } from '../../../../plainSource.ts';

/** A parser of a type from plain configuration. */
export function parserOf(type: ParserType, config: object, host: Host = {}): Parser {
  const dict = fromPlain(config);
  assert(isPyDict(dict));
  return type.create(plainSource(dict), host);
}

/** The type's warnings about a configuration: the text that each underlines, and its code. */
export function warningsOf(type: ParserType, config: object): [code: string, underlined: string][] {
  const dict = fromPlain(config);
  assert(isPyDict(dict));
  const source = plainSource(dict);
  const { text } = source;
  return (type.authoring?.check?.(source) ?? []).map(({ code, span }) => [code, text.slice(span.start, span.end)]);
}

/** A reading or the error that was raised; anything else thrown fails the test. */
export async function attempt(parser: Parser, text: string | null): Promise<Reading | ResponseError> {
  try {
    return await parser.read({ text });
  } catch (error) {
    if (error instanceof ResponseError) return error;
    throw error;
  }
}

/** The fields of a reading as `key: span text | inner text`. */
export async function fieldsOf(parser: Parser, text: string): Promise<string[]> {
  const reading = await attempt(parser, text);
  assert(!(reading instanceof ResponseError), String(reading));
  const slice = ({ start, end }: Span) => text.slice(start, end);
  return reading.fields.map(({ key, span, inner }) => `${key}: ${slice(span)} | ${slice(inner)}`);
}

/** The class of the error and the text that it underlines. */
export async function faultOf(parser: Parser, text: string): Promise<[className: string, underlined: string]> {
  const error = await attempt(parser, text);
  assert(error instanceof ResponseError);
  const { span } = error.details;
  assert(span);
  return [error.class, text.slice(span.start, span.end)];
}

/** Reads every prefix of a text: nothing but a `ResponseError` is thrown, and every span is in range. */
export async function checkPrefixes(parser: Parser, text: string): Promise<void> {
  for (let end = 0; end <= text.length; end++) {
    const prefix = text.slice(0, end);
    const result = await attempt(parser, prefix);
    const spans =
      result instanceof ResponseError
        ? [result.details.span]
        : [
            ...result.fields.flatMap(({ span, inner }) => [span, inner]),
            ...(result.repairs ?? []).map(({ span }) => span),
          ];
    for (const span of spans) assert(span && span.start >= 0 && span.start <= span.end && span.end <= end, prefix);
  }
}
