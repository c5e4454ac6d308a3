import type { Span } from '../../core/span.ts';
import type { Completed } from './completeFields.ts';

/** What an adapter reads of a completion. */
export interface DspyReading extends Completed {
  /** Where the fields stand that the completion has: as a whole, and their values. */
  readonly places: ReadonlyMap<string, { readonly span: Span; readonly inner: Span }>;
}
