import type { ParseResult } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import { findFences } from '../text/fences.ts';

/** The tags around a part of an answer; `close` is empty where the part ends with the line or the text. */
export interface TagPair {
  readonly open: string;
  readonly close: string;
}

/** What stands around the parts of an answer that a definition reads. */
export interface ExpectedMarkup {
  /** An answer that the definition reads; empty where none is known. */
  readonly example: string;
  readonly tags: readonly TagPair[];
  /** The language of the code block that holds the answer; `undefined`: it stands in none. */
  readonly fence: string | undefined;
  /** Whether the answer is one element of XML, with all that is in it. */
  readonly isXml: boolean;
  /** Text of the JSON that the answer holds; `undefined`: it holds none. */
  readonly json: string | undefined;
}

/** Nothing is known of the format. */
export const noMarkup: ExpectedMarkup = { example: '', tags: [], fence: undefined, isXml: false, json: undefined };

/** What an answer that the definition reads shows of its format. `result`: what the definition makes of it. */
export function expectedMarkup(example: string, result: ParseResult): ExpectedMarkup {
  const [fence] = findFences(example);
  const tags: TagPair[] = [];
  if (result.ok && !fence) {
    for (const { span, inner } of result.fields) {
      const open = example.slice(span.start, inner.start).trim();
      const close = example.slice(inner.end, span.end).trim();
      if (isTag(open) && !tags.some(tag => tag.open === open)) tags.push({ open, close });
    }
  }
  const body = fence ? fence.inner : jsonBody(example);
  const json = body && example.slice(body.start, body.end).trim();
  return {
    example,
    tags,
    fence: fence && example.slice(fence.language.start, fence.language.end),
    isXml: isXml(fence ? example.slice(fence.inner.start, fence.inner.end) : example),
    json: json && /^[[{]/.test(json) ? json : undefined,
  };
}

/** From the first bracket that may begin JSON to the last that may end it. */
function jsonBody(text: string): Span | undefined {
  const start = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  return start >= 0 && end > start ? { start, end } : undefined;
}

function isXml(text: string): boolean {
  const name = /^\s*<([\p{L}_][\p{L}\p{N}_.:-]*)[\s>]/u.exec(text)?.[1];
  return name !== undefined && text.trimEnd().endsWith(`</${name}>`);
}

/** Quotes are not tags, nor is what has no name. */
function isTag(text: string): boolean {
  return /\p{L}/u.test(text) && !/^["'`{[]\s*["']?/.test(text.replace(/^\[(?=[/\p{L}])/u, ''));
}
