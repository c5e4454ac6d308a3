import type { PyValue } from './pyValue.ts';
import type { Span } from './span.ts';
import type { Violations } from './violation.ts';

/** Where a value that was validated stands. */
export interface ValidatedText {
  readonly text: string;
  /** The value, without blanks around it. */
  readonly span: Span;
  /** Whether `text` has strict JSON there, so that every member can be found; else all that breaks stands at `span`. */
  readonly isJson: boolean;
  /** The call of a message whose arguments `text` is. Absent: it is the text of the response. */
  readonly call?: number;
}

/** A value that reads and is not what a validator wants: what an error carries, beside the words of its framework. */
export interface RefusedValue {
  readonly value: PyValue;
  /** Where it stands; absent where only whoever has the response can find it. */
  readonly place?: ValidatedText;
  /** Where it is not what is wanted, given the text that it was read from. */
  violations(place: ValidatedText): Violations;
}

/** The error, with the value that it is about. Enumerating the error does not show it. */
export function refusing<E extends Error>(error: E, refused: RefusedValue | undefined): E {
  return refused ? Object.defineProperty(error, 'refused', { value: refused, configurable: true }) : error;
}

/** The value that an error is about, where a validator refused one. */
export function refusedBy(error: unknown): RefusedValue | undefined {
  return (error as { readonly refused?: RefusedValue } | undefined)?.refused;
}
