import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
import type { Conversation } from '../messages/conversation.ts';
import type { ConversationModule, TextTokens, Truncate } from '../messages/truncation.ts';
import { createTokenCounter, type TokenCounter } from '../tokens/index.ts';
import type { ResolvedConversation } from './resolveConversation.ts';
import { hasTruncate, moduleTruncate } from './truncation/moduleFormatter.ts';
import { truncationTypes } from './truncation/registry.ts';

/**
 * How a conversation is made to fit; `undefined` for AgentScope's FIFO. A module that is the formatter and exports
 * `truncate` is taken at its word unless another strategy is named. Raises `EngineError` for a name that does not exist.
 */
export async function truncationOf(
  conversation: Conversation,
  resolved: ResolvedConversation,
  host: Host,
): Promise<Truncate | undefined> {
  const { truncation, truncationType } = resolved;
  const module = (who: string) => moduleOf(conversation, host, who);
  if (truncationType)
    return truncationType.create?.({
      texts: encoding => textTokens(resolved, encoding, host),
      module: () => module(`The truncation \`${truncationType.name}\``),
    });
  if (truncation !== undefined) throw new EngineError('TruncationError', unknownTruncation(truncation));
  const own = module('The formatter `custom`');
  return (await hasTruncate(own)) ? moduleTruncate(own) : undefined;
}

/** What is said of a strategy that does not exist. */
export function unknownTruncation(name: string): string {
  return `There is no truncation \`${name}\`. There are: ${truncationTypes.map(each => each.name).join(', ')}.`;
}

/** The conversation's module. `who` needs it, for the error where there is none. */
export function moduleOf({ module, file }: Conversation, host: Host, who: string): ConversationModule {
  if (module !== undefined) return { module, file: file ?? '', host };
  throw new EngineError(
    'FormatterError',
    `${who} needs a \`module\`: the path of an ES module, relative to the conversation.`,
  );
}

/** The conversation's counter as far as it knows texts, else the encoding. */
function textTokens(resolved: ResolvedConversation, encoding: string, host: Host): TextTokens {
  const usual = () => createTokenCounter(encoding, host);
  const counter: Partial<TokenCounter> = resolved.counter()?.counter ?? usual();
  return {
    count: text => (counter.countText ? counter.countText(text) : usual().countText(text)),
    async first(text, tokens) {
      const own = (await counter.tokenSpans?.(text)) ?? [];
      const spans = own.length > 0 ? own : await usual().tokenSpans!(text);
      let count = 0;
      // A token that ends inside a character is one of several of a span.
      const last = spans.find(({ ids }) => {
        count += ids.length;
        return count >= tokens;
      });
      return text.slice(0, last?.end);
    },
  };
}
