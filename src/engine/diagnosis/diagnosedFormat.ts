import type { AcceptedResult, ParseResult } from '../core/result.ts';
import type { Suspicion } from '../core/suspicion.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';

/** The definition whose answer a response should be, as diagnosis sees it. */
export interface DiagnosedFormat {
  /** What stands around the parts of an answer; called only where a response does not read. */
  markup(): Promise<ExpectedMarkup>;
  /** What the definition makes of a text, and of these calls in place of the message's own. Never rejects. */
  parse(text: string, calls?: readonly unknown[]): Promise<ParseResult>;
  /** The same for many texts at once; absent where that takes as long. */
  parseAll?(texts: readonly string[]): Promise<readonly ParseResult[]>;
  /** What is odd about a text that the definition reads. Absent: nobody looks. Never rejects. */
  odd?(text: string, result: AcceptedResult): Promise<readonly Suspicion[]>;
  /** Whether a word stands in the definition, see `inventsWords`. */
  says(word: string): boolean;
  /** The calls of a message that came as an object. */
  readonly calls?: readonly unknown[];
}
