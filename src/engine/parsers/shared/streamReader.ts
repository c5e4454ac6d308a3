import type { EngineError } from '../../core/errors.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';

/** A part of the value whose end has been read, see `ReadField`. A value that later parts can make longer is a function, called when it is looked at. */
export interface StreamField {
  readonly key: string;
  readonly value: PyValue | (() => PyValue);
  readonly span: Span;
  readonly inner: Span;
  /** Whether nothing that may follow changes it, but for an error. */
  readonly final: boolean;
}

/** What is told of a response while it grows. */
export interface StreamEvents {
  /** A key has begun whose end has not come; it takes the place of the one that was open. */
  open(key: string, start: number): void;
  /** Nothing is open. */
  leave(): void;
  /** A key's end has been read; nothing is open then. */
  close(field: StreamField): void;
  /** What was closed under a key, or under all keys, is so no longer: it came again, or the answer turned out to be elsewhere. */
  reopen(key?: string): void;
  /** All that is closed is final. */
  settle(): void;
}

/** Takes the units of a response in order, each with its offset; `response` has it already. */
export type StreamReader = (unit: number, at: number) => void;

/** Takes the pieces of a response in order, each with its offset, cut wherever they are; `response` has them already. */
export interface PieceReader {
  take(piece: string, at: number): void;
}

/** What a reading gave: the message, or the error. */
export type CutOutcome = { readonly message: PyDict } | { readonly error: EngineError };

/** Whether what is read of an answer can be trusted when it streams in, or when it is cut off. */
export interface CutSafety {
  /** What the whole answer gives in one piece. */
  readonly whole: CutOutcome;
  /** Where to cut the answer in two (UTF-16), so that its stream gives something else; absent: no cut that was tried does. */
  readonly differs?: { readonly cut: number; readonly outcome: CutOutcome };
  /** Where to end the answer, inside a call, so that it passes for a complete one with less in it; absent: nowhere that was tried. */
  readonly passes?: { readonly end: number; readonly message: PyDict };
}
