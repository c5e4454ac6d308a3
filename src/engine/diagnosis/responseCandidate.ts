import type { Span } from '../core/span.ts';
import type { ViolationCause } from '../core/violation.ts';
import type { Cause } from '../repair/index.ts';
import type { ResponseCause } from './answerCauses.ts';
import type { MarkupCause } from './markupCauses.ts';

/** An edit of a response: `text` replaces what stands at `[start, end)` (UTF-16 offsets, half-open). */
export interface ResponseEdit extends Span {
  readonly text: string;
  readonly cause: Cause | MarkupCause | ViolationCause;
  /** Of a message that came as an object: the call of its `tool_calls`, or the item of its `output`, whose arguments the offsets index. Absent: they index the response's text. */
  readonly call?: number;
}

/** One way to make a definition read a response. */
export interface ResponseCandidate {
  /** What the definition reads after the edits. */
  readonly value: unknown;
  /** How likely this is what was meant, 0…1. */
  readonly confidence: number;
  /** In the order of the text, never overlapping. Applied to the whole response, they give a text that the definition reads to `value`. */
  readonly edits: readonly ResponseEdit[];
  /** Whether part of the answer is missing, because the response is cut off. */
  readonly lossy: boolean;
  /** What the response says and the value does not, where something was left out that is not wanted: a unit, a member. */
  readonly lost?: readonly string[];
  /** Every cause once, the one that stands for all of them first: see `ResponseDiagnosis.causes`. */
  readonly causes: readonly ResponseCause[];
}

/** Some edits, what they are worth, and where the parts of the answer stand once they are made. */
export interface Repairing {
  readonly edits: readonly ResponseEdit[];
  readonly confidence: number;
  readonly lossy: boolean;
  /** See `ResponseCandidate.lost`. */
  readonly lost?: readonly string[];
  /** Stretches of the response as it was given that may hold JSON. */
  readonly parts: readonly Span[];
}
