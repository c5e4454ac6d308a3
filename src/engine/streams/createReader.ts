/** Streams: what is known of a response while it grows, and what it is in the end. */
import type { Host } from '../core/host.ts';
import { printed } from '../core/once.ts';
import type { ParseError, ParseResult } from '../core/result.ts';
import { createParser, type ResponseParser } from '../definition/index.ts';
import type { Definition } from '../parsers/definition.ts';
import { GrowingText } from '../text/index.ts';
import { FieldLog, type LogMark, type Partial } from './fieldLog.ts';
import { type StreamedValue, streamedValue } from './streamedValue.ts';

/** Reads one response as it comes. */
export interface ResponseReader {
  /** Why no field closes before the end, in words; absent where fields do. */
  readonly endOnly?: string;
  /** Takes the next part of the response, cut wherever it is: inside a tag, an escape or a surrogate pair. Linear in that part. Never throws, but a `TypeError` for what is not a string. */
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
  const read = definition.parserType.streams?.reader?.(definition.source, response, log) ?? readsOnlyWhole;
  const endOnly = typeof read === 'string' ? read : undefined;
  const stream: Stream = { definition, parser, response, log, endOnly };
  return Object.freeze({
    ...(endOnly !== undefined && { endOnly }),
    push(chunk: string): Partial {
      if (typeof chunk !== 'string')
        throw new TypeError(`push(chunk): \`chunk\` must be a string, not ${String(chunk)}.`);
      const start = response.length;
      response.append(chunk);
      if (typeof read === 'object') read.take(chunk, start);
      else if (typeof read === 'function') for (let i = 0; i < chunk.length; i++) read(chunk.charCodeAt(i), start + i);
      return new Moment(stream);
    },
    end: () => parser.parse(response.slice()),
  });
}

/** What all moments of a stream share. */
interface Stream {
  readonly definition: Definition;
  readonly parser: ResponseParser;
  readonly response: GrowingText;
  readonly log: FieldLog;
  readonly endOnly: string | undefined;
}

/** There is one for every token that a model sends: it is small, and what it tells is made when it is asked for. */
class Moment implements Partial {
  readonly open?: { readonly key: string; readonly start: number };
  readonly endOnly?: string;
  readonly #stream: Stream;
  readonly #mark: LogMark;
  readonly #length: number;

  constructor(stream: Stream) {
    const { response, log, endOnly } = stream;
    this.#stream = stream;
    this.#mark = log.mark;
    this.#length = response.length;
    if (this.#mark.open) this.open = this.#mark.open;
    if (endOnly !== undefined) this.endOnly = endOnly;
  }

  text(): string {
    return this.#stream.response.slice(0, this.#length);
  }

  async errorNow(): Promise<ParseError | undefined> {
    const result = await this.#stream.parser.parse(this.text());
    return result.ok ? undefined : result.error;
  }

  streamed(): StreamedValue | undefined {
    return streamedValue(this.#stream.definition, this.text());
  }

  get closed() {
    return this.#stream.log.view(this.#mark).closed;
  }

  get reopened() {
    return this.#stream.log.view(this.#mark).reopened;
  }

  [printed]() {
    const { open, endOnly } = this;
    const { closed, reopened } = this.#stream.log.view(this.#mark);
    return { closed, ...(open && { open }), reopened, ...(endOnly !== undefined && { endOnly }) };
  }
}
