/** Streams: what is known of a response while it grows, and what it is in the end. */
import type { Host } from '../core/host.ts';
import type { ParseResult } from '../core/result.ts';
import type { Definition } from '../definition/definition.ts';
import { createParser } from '../definition/responseParser.ts';
import { GrowingText } from '../text/growing/growingText.ts';
import { FieldLog } from './fieldLog.ts';
import type { Partial } from './partial.ts';

/** Reads one response as it comes. */
export interface ResponseReader {
  /** Why no field closes before the end, in words; absent where fields do. */
  readonly endOnly?: string;
  /** Takes the next part of the response, cut wherever it is: inside a tag, an escape or a surrogate pair. Linear in that part. Never throws. */
  push(chunk: string): Partial;
  /** What the response gives as a whole: exactly what `parse` gives. Never rejects. */
  end(): Promise<ParseResult>;
}

const complete = 'This type reads a response only when it is complete.';

/**
 * Makes a reader for one response. Throws like `createParser`. A key is closed when its end has been read; its value is
 * then what the whole response gives, unless that is an error, or the key is reopened. Over the whole response linear,
 * however it is cut.
 */
export function createReader(definition: Definition, host: Host = {}): ResponseReader {
  const parser = createParser(definition, host);
  const response = new GrowingText();
  const log = new FieldLog();
  const read = definition.parserType.reader?.(definition.source, response, log) ?? complete;
  const endOnly = typeof read === 'string' ? { endOnly: read } : {};
  const errorOf = async (text: string) => {
    const result = await parser.parse(text);
    return result.ok ? undefined : result.error;
  };
  return Object.freeze({
    ...endOnly,
    push(chunk: string): Partial {
      const start = response.length;
      response.append(chunk);
      if (typeof read !== 'string') for (let i = 0; i < chunk.length; i++) read(chunk.charCodeAt(i), start + i);
      const { length } = response;
      const mark = log.mark;
      return {
        get closed() {
          return log.view(mark).closed;
        },
        ...(mark.open && { open: mark.open }),
        get reopened() {
          return log.view(mark).reopened;
        },
        ...endOnly,
        text: () => response.slice(0, length),
        errorNow: () => errorOf(response.slice(0, length)),
      };
    },
    end: () => parser.parse(response.slice()),
  });
}
