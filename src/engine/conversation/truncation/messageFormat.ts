import type { PyDict } from '../../core/pyValue.ts';
import type { FormattedMessages } from '../../messages/formattedMessages.ts';
import type { Msg } from '../../messages/msg.ts';
import type { AdditiveCounting, PayloadCounter } from '../../tokens/index.ts';
import type { PayloadCounts } from './payloadCounts.ts';

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
