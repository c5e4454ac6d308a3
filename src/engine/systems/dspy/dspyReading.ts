import type { Span } from '../../core/span.ts';
import type { Completed } from './completeFields.ts';

/** What an adapter reads of a completion. */
export interface DspyReading extends Completed {
  /** Where the fields stand that the completion has: as a whole, and their values. */
  readonly places: ReadonlyMap<string, { readonly span: Span; readonly inner: Span }>;
  /** What the completion has beside the output fields, under names that no output field has, or that one had already. Total. */
  dropped(): readonly DroppedField[];
}

/** A part of a completion that no field takes. */
export interface DroppedField {
  readonly name: string;
  readonly span: Span;
}
