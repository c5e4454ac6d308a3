import type { Span } from '../core/span.ts';
import type { JinjaValue } from '../python/index.ts';

/** A value of a Python program that is read without being run. */
export type Value = JinjaValue;

/** A value, and the expression that it was written as. */
export interface Placed {
  readonly value: Value;
  /** In the joined text of the program's files. */
  readonly at: Span;
}
