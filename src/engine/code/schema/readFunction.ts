import type { PyDict } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';

/** A function as it was read from a provider's format. */
export interface ReadFunction {
  readonly name: string;
  readonly description?: string;
  readonly parameters: PyDict;
  readonly span: Span;
}
