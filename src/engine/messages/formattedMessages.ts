import type { PyDict } from '../core/pyValue.ts';

/** A message's outcome: kept, or dropped in round `step` (from 1) for `reason`, or kept but changed in that round; its tokens in the payload that it is part of, where they are known. */
export interface MessageOutcome {
  readonly kept: boolean;
  readonly step?: number;
  readonly reason?: string;
  readonly tokens?: number;
}

/** A payload and how it came about. `tokens` is the counter's, absent without one. */
export interface FormattedMessages {
  readonly payload: readonly PyDict[];
  readonly tokens?: number;
  readonly outcomes: readonly MessageOutcome[];
}
