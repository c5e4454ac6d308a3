import type { Field, ParseError } from '../core/result.ts';
import type { StreamedValue } from './streamedValue.ts';

/** A field whose end has been read. */
export interface ClosedField extends Field {
  /** Whether nothing that may follow changes it, but for an error of the whole response. */
  readonly final: boolean;
}

/** What is known of a response that has not ended. It stays what it is when more comes. */
export interface Partial {
  /** The fields whose ends have been read, in the order in which they closed, without those that were reopened. */
  readonly closed: readonly ClosedField[];
  /** The field that is being read: its key, as far as it is known, and where it starts, tags or quotes included. */
  readonly open?: { readonly key: string; readonly start: number };
  /** The keys that were closed before and came again, or turned out not to belong to the answer, each once. */
  readonly reopened: readonly string[];
  /** Why nothing is closed before the end, in words; absent where fields do close. */
  readonly endOnly?: string;
  /** The response so far. */
  text(): string;
  /** What the framework would say if the response ended here; `undefined`: it would read it. */
  errorNow(): Promise<ParseError | undefined>;
  /** What the framework's own streaming gives here, guesses included, see `streamedValue`; `undefined`: it has none. */
  streamed(): StreamedValue | undefined;
}
