import type { ErrorDetail, Span } from '../engine/index.ts';
import { clip, oneLine, rowPreviewLength } from './valuePreview.ts';

/** How many repairs and warnings a model holds. */
export const maxNotes = 100;
/** The longest message in a model, in UTF-16 units; some messages of the systems repeat the whole response. */
export const maxMessage = 2000;

/** An exception in the source system's words, its message cut to a length that can be shown. */
export interface ErrorModel {
  readonly class: string;
  readonly message: string;
}

/** One of the errors that a validation found. */
export interface DetailModel {
  /** Where in the value, such as `scores.Cara`; empty for the value itself. */
  readonly place: string;
  readonly message: string;
  readonly type: string;
}

/** A member with another value than the format wants. */
export interface ViolationModel {
  /** Its JSON pointer; `/` for the value itself. */
  readonly path: string;
  readonly cause: string;
  readonly message: string;
  readonly span: Span;
}

/** A detail on one line: where, what, and its type. */
export function detailText({ place, message, type }: DetailModel): string {
  return `${place && `${place}: `}${message} [${type}]`;
}

/** A detail with its texts cut to a length that can be shown. */
export function detailModel({ loc, msg, type }: ErrorDetail): DetailModel {
  return { place: clip(loc.join('.'), rowPreviewLength), message: clip(msg, maxMessage), type };
}

export function errorModel(error: ErrorModel): ErrorModel {
  return { class: error.class, message: clip(error.message, maxMessage) };
}

/** The longest cause, in UTF-16 units. */
const maxCause = 200;

/** AgentScope puts the whole response between its sentence and the cause, or behind both. */
const afterResponse = '", an error occurred: ';
const beforeResponse = /^.{0,1000}? should be a JSON object\. An error "([\s\S]{1,500}?)" occurred when parsing: /;
/** Where Python's `json` ends its messages; the place is said in the editor's own lines. */
const pythonPlace = /: line \d+ column \d+ \(char \d+\)$/;

/**
 * Why a response does not read, in few words on one line, out of the framework's sentence about it: the cause that the
 * sentence quotes, the first single error of a validation, else its first sentence. Linear.
 */
export function errorCause(message: string, details: readonly string[] = []): string {
  const [detail] = details;
  if (detail !== undefined) return short(details.length > 1 ? `${detail} (+${details.length - 1})` : detail);
  const quoted = /^The content between [\s\S]{0,1000}? MUST be a JSON object\./.test(message)
    ? message.lastIndexOf(afterResponse)
    : -1;
  if (quoted >= 0) return short(message.slice(quoted + afterResponse.length));
  const between = beforeResponse.exec(message)?.[1];
  return short(between ?? firstSentence(message));
}

function short(text: string): string {
  const plain = oneLine(text.slice(0, 2000)).replace(pythonPlace, '').replace(' enclosed in double quotes', '');
  return clip(plain, maxCause);
}

function firstSentence(message: string): string {
  const start = message.slice(0, 4000).trimStart();
  return /^[^\n]*?(?=\.(?:\s|$)|\n|$)/.exec(start)?.[0] || start;
}
