import type { Span } from '../core/span.ts';
import type { Cause } from './causes.ts';

/** One edit: `text` replaces what stands at `[start, end)` of the given text (UTF-16 offsets, half-open). */
export interface RepairEdit extends Span {
  readonly text: string;
  readonly cause: Cause;
}

/** One way to read a text as JSON. */
export interface Candidate {
  /** Plain data; integers past 2^53 are `bigint`. */
  readonly value: unknown;
  /** How likely this is what was meant, 0…1: of candidates at 0.9, about nine of ten are right. */
  readonly confidence: number;
  /**
   * In the order of the text, never overlapping. Applied to the text, or to its part `span`, they give strict JSON that
   * reads to `value`. Several edits may insert at one place: in this order.
   */
  readonly edits: readonly RepairEdit[];
  /** Whether part of the answer is missing, because the text is cut off. */
  readonly lossy: boolean;
  /** The part of the text that holds the value, when that is not all of it. */
  readonly span?: Span;
  /** Every cause once, in the order of the text: those of the edits, and of what stands around the value. */
  readonly causes: readonly Cause[];
}
