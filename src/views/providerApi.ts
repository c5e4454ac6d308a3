import {
  type Conversation,
  createTokenCounter,
  EngineError,
  type Host,
  type TokenCounter,
  type TokenCounterSpec,
  toPlain,
} from '../engine/index.ts';

/** A counter that is a call of a provider's API in the source system. */
export type ProviderCounter = TokenCounter & { readonly api: NonNullable<TokenCounter['api']> };

/** The counter of a conversation, its own unless `counter` takes its place, if a provider's API counts for it; else `undefined`. */
export function providerCounter(
  conversation: Conversation,
  counter: string | undefined,
  host: Host,
): ProviderCounter | undefined {
  const written = conversation.tokenCounter && (toPlain(conversation.tokenCounter) as TokenCounterSpec);
  const spec = counter ?? written;
  if (spec === undefined) return undefined;
  try {
    const made = createTokenCounter(spec, host);
    return hasApi(made) ? made : undefined;
  } catch (error) {
    // Formatting tells what is wrong with the counter.
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

function hasApi(counter: TokenCounter): counter is ProviderCounter {
  return counter.api !== undefined;
}
