// streams/: what is known of a response while it grows.

/** Streams: what is known of a response while it grows, and what it is in the end. */
import type { Host } from '../core/host.ts';
import type { ParseError, ParseResult } from '../core/result.ts';
import type { Definition } from '../definition/definition.ts';
import { createParser } from '../definition/responseParser.ts';
import { GrowingText } from '../text/growing/growingText.ts';
import { FieldLog, type LogMark } from './fieldLog.ts';
import type { Partial } from './partial.ts';
import { type StreamedValue, streamedValue } from './streamedValue.ts';

/** Reads one response as it comes. */
export interface ResponseReader {
  /** Why no field closes before the end, in words; absent where fields do. */
  readonly endOnly?: string;
  /** Takes the next part of the response, cut wherever it is: inside a tag, an escape or a surrogate pair. Linear in that part. Never throws. */
  push(chunk: string): Partial;
  /** What the response gives as a whole: exactly what `parse` gives. Never rejects. */
  end(): Promise<ParseResult>;
}

/** Why a type without a reader closes no field before the end. */
export const readsOnlyWhole = 'This type reads a response only when it is complete.';

/**
 * Makes a reader for one response. Throws like `createParser`. A key is closed when its end has been read; its value is
 * then what the whole response gives, unless that is an error, or the key is reopened. Over the whole response linear,
 * however it is cut.
 */
export function createReader(definition: Definition, host: Host = {}): ResponseReader {
  const parser = createParser(definition, host);
  const response = new GrowingText();
  const log = new FieldLog();
  const read = definition.parserType.reader?.(definition.source, response, log) ?? readsOnlyWhole;
  const endOnly = typeof read === 'string' ? read : undefined;
  const errorOf = async (text: string) => {
    const result = await parser.parse(text);
    return result.ok ? undefined : result.error;
  };
  return Object.freeze({
    ...(endOnly !== undefined && { endOnly }),
    push(chunk: string): Partial {
      const start = response.length;
      response.append(chunk);
      if (typeof read !== 'string') for (let i = 0; i < chunk.length; i++) read(chunk.charCodeAt(i), start + i);
      return new Moment(response, log, endOnly, errorOf, text => streamedValue(definition, text));
    },
    end: () => parser.parse(response.slice()),
  });
}

/** A class, because there is one for every token that a model sends: what it tells is made when it is asked for. */
class Moment implements Partial {
  readonly open?: { readonly key: string; readonly start: number };
  readonly endOnly?: string;
  readonly text: () => string;
  readonly errorNow: () => Promise<ParseError | undefined>;
  readonly streamed: () => StreamedValue | undefined;
  readonly #log: FieldLog;
  readonly #mark: LogMark;

  constructor(
    response: GrowingText,
    log: FieldLog,
    endOnly: string | undefined,
    errorOf: (text: string) => Promise<ParseError | undefined>,
    streamedOf: (text: string) => StreamedValue | undefined,
  ) {
    const { length } = response;
    this.#log = log;
    this.#mark = log.mark;
    if (this.#mark.open) this.open = this.#mark.open;
    if (endOnly !== undefined) this.endOnly = endOnly;
    this.text = () => response.slice(0, length);
    this.errorNow = () => errorOf(this.text());
    this.streamed = () => streamedOf(this.text());
  }

  get closed() {
    return this.#log.view(this.#mark).closed;
  }

  get reopened() {
    return this.#log.view(this.#mark).reopened;
  }
}
