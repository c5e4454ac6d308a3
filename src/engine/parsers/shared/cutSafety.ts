import type { EngineError } from '../../core/errors.ts';
import type { PyDict } from '../../core/pyValue.ts';

/** What a reading gave: the message, or the error. */
export type CutOutcome = { readonly message: PyDict } | { readonly error: EngineError };

/** Whether what is read of an answer can be trusted when it streams in, or when it is cut off. */
export interface CutSafety {
  /** What the whole answer gives in one piece. */
  readonly whole: CutOutcome;
  /** Where to cut the answer in two (UTF-16), so that its stream gives something else; absent: no cut that was tried does. */
  readonly differs?: { readonly cut: number; readonly outcome: CutOutcome };
  /** Where to end the answer, inside a call, so that it passes for a complete one with less in it; absent: nowhere that was tried. */
  readonly passes?: { readonly end: number; readonly message: PyDict };
}
