import type { PyDict } from '../../core/pyValue.ts';
import type { Msg } from '../../messages/msg.ts';
import type { AdditiveCounting, PayloadCounter } from '../../tokens/counting.ts';
import type { PayloadCounts } from './payloadCounts.ts';

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

/** What a formatter makes of messages. */
export interface MessageFormat {
  /** `_format(msgs)`. Raises `EngineError` where the formatter does. */
  format(msgs: readonly Msg[]): Promise<PyDict[]>;
  /** The counts of what it makes, put together from those of its parts; absent where it must format to know. */
  counts?(msgs: readonly Msg[], counting: AdditiveCounting): PayloadCounts;
  /** AgentScope's FIFO where it works otherwise than by dropping messages alone. */
  fitFifo?(fitting: Fitting): Promise<FormattedMessages>;
  /** True for a module of the user's, which is slow: a long conversation is cut by bisection. */
  readonly isOpaque?: true;
}

/** Messages that are to fit. */
export interface Fitting {
  readonly msgs: readonly Msg[];
  readonly format: MessageFormat;
  readonly counter: PayloadCounter;
  /** In tokens; absent: everything fits. */
  readonly limit?: number;
  /** As Python prints it. */
  readonly shownLimit: string;
  readonly signal: { readonly aborted: boolean } | undefined;
}
