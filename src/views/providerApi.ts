import { EngineError, type ResolvedConversation, type TokenCounter } from '../engine/index.ts';

/** A counter that is a call of a provider's API in the source system. */
export type ProviderCounter = TokenCounter & { readonly api: NonNullable<TokenCounter['api']> };

/** The counter of a conversation, if a provider's API counts for it; else `undefined`. */
export function providerCounter(conversation: ResolvedConversation): ProviderCounter | undefined {
  try {
    const made = conversation.counter();
    return made?.isOwn && hasApi(made.counter) ? made.counter : undefined;
  } catch (error) {
    // Formatting tells what is wrong with the counter.
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

function hasApi(counter: TokenCounter): counter is ProviderCounter {
  return counter.api !== undefined;
}
