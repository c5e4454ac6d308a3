import type { PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';

/** A region of an answer, in UTF-16 offsets of the answer; what the prompt holds of it is cut off. */
export interface AnswerRegion {
  readonly field: string;
  /** From the delimiter that opened it to the one that closed it, both included. */
  readonly span: Span;
  readonly inner: Span;
  /** What it gave; absent where it could not be read. */
  readonly value?: PyValue;
  /** Whether a later region of its field took its place in the message. */
  readonly isReplaced: boolean;
}
