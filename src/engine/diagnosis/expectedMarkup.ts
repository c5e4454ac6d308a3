import type { ParseResult } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import { findFences } from '../text/index.ts';

/** The tags around a part of an answer; `close` is empty where the part ends with the line or the text. */
export interface TagPair {
  readonly open: string;
  readonly close: string;
  /** Where in `open` a name stands that is the answer's own, as that of a tool. */
  readonly capture?: Span;
}

/** What stands around the parts of an answer that a definition reads. */
export interface ExpectedMarkup {
  /** An answer that the definition reads; empty where it has none. */
  readonly example: string;
  readonly tags: readonly TagPair[];
  /** The language of the code block that holds the answer; `undefined`: it stands in none. */
  readonly fence: string | undefined;
  /** Whether the answer is one element of XML, with all that is in it. */
  readonly isXml: boolean;
  /** Text of the JSON that the answer holds; `undefined`: it holds none. */
  readonly json: string | undefined;
  /** The line that follows that JSON, where it stands in no code block; empty where none does. */
  readonly jsonEnd: string;
  /** The line breaks beside tags without which the format is not read, see `neededBreaks`. */
  readonly breaks: ReadonlySet<string>;
  /** What the definition says of its format beside its example. */
  readonly said: SaidFormat;
}

/** What a definition says of its format. */
export interface SaidFormat {
  /** The labels that begin lines of an answer, colons included (`Action:`), and tags that are not in the example. */
  readonly marks: readonly string[];
  /** The instruction to the model; empty where there is none. */
  readonly instruction: string;
  /** See `ResponseFeatures`. */
  readonly observations: readonly string[];
  /** Whether tags of any name are read. */
  readonly anyTag: boolean;
}

/** A definition says nothing of its format. */
export const nothingSaid: SaidFormat = { marks: [], instruction: '', observations: [], anyTag: false };

/** A format of which only the definition says something. */
export function unknownMarkup(said: SaidFormat): ExpectedMarkup {
  return {
    example: '',
    tags: [],
    fence: undefined,
    isXml: false,
    json: undefined,
    jsonEnd: '',
    breaks: new Set(),
    said,
  };
}

/** What an answer that the definition reads shows of its format. `result`: what the definition makes of it. */
export function expectedMarkup(example: string, result: ParseResult, said: SaidFormat = nothingSaid): ExpectedMarkup {
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
    jsonEnd: (!fence && body && /\n[ \t]*(\S.*)/.exec(example.slice(body.end))?.[1]) || '',
    breaks: new Set(),
    said,
  };
}

/** The labels that begin lines of an example, colons included. */
export function labelsIn(example: string): readonly string[] {
  return [...example.matchAll(/^\p{L}[\p{L}\p{N} ]{0,40}:/gmu)].map(([label]) => label);
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
