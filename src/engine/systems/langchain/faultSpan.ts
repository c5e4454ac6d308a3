import type { Span } from '../../core/span.ts';
import { jsonFaultSpan } from '../../json/jsonFault.ts';
import { jsonLoads } from '../../python/index.ts';
import type { LangchainError } from './langchainError.ts';

/**
 * Where in a response the trouble is that an exception of Python's wraps: where strict JSON first stops, or the place that the
 * message of an XML reader names. `undefined`: it wraps neither, or the place is not to be had. Linear.
 */
export function faultSpan(text: string, { cause, llm_output: output }: LangchainError): Span | undefined {
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
