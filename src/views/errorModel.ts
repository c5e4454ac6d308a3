import type { ErrorDetail, Span } from '../engine/index.ts';
import { clip, rowPreviewLength } from './valuePreview.ts';

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

/** A member that is not what is wanted. */
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
