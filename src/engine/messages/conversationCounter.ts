import type { PyDict } from '../core/pyValue.ts';
import type { PayloadCounter, TokenCounter } from '../tokens/index.ts';

/** A counter as formatting needs it. */
export interface ConversationCounter {
  readonly payloads: PayloadCounter;
  /** The very list that was counted: AgentScope's Anthropic counter takes the system message out of it, and that is what `format` returns. */
  given(payload: readonly PyDict[]): unknown[] | undefined;
  readonly exact: boolean;
  readonly formula?: TokenCounter['formula'];
  readonly basis: string | undefined;
}
