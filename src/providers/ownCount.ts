import {
  type Conversation,
  createTokenCounter,
  type FormatConversationOptions,
  type Host,
  resolveConversation,
  type TokenCounter,
  tokenCounterSpec,
} from '../engine/index.ts';
import type { AskedConversation } from './askConversation.ts';
import type { AnswerUsage } from './usageTally.ts';

/** Counts requests and answers with our own counter, to hold beside what the provider reports. */
export type OwnCount = (
  answer: AskedConversation,
  conversation: Conversation,
  feedbacks: readonly string[],
) => Promise<AnswerUsage['own']>;

/** What an own count is made with. */
export interface OwnCountOptions {
  readonly host: Host;
  readonly format?: FormatConversationOptions;
  /** The counter, `TYPE` or `TYPE:MODEL`, for a conversation that names none. */
  readonly counter?: string;
}

/**
 * Counts with the conversation's own counter, else with the argument's, else as OpenAI counts for the model. Gives
 * `undefined` where it cannot count; never rejects. Nothing is sent: what only a provider's API counts is estimated.
 */
export function ownCount(model: string, { host, format, counter: counterName }: OwnCountOptions): OwnCount {
  const counters = new WeakMap<
    Conversation,
    { readonly counter: Pick<TokenCounter, 'count'>; readonly name: string }
  >();
  const counterFor = (conversation: Conversation) => {
    let made = counters.get(conversation);
    if (made) return made;
    const spec = counterName ? tokenCounterSpec(counterName) : { type: 'OpenAITokenCounter', model_name: model };
    const own = resolveConversation(conversation, format, host).counter()?.counter;
    const written = conversation.tokenCounter?.get('type');
    made = own
      ? { counter: own, name: typeof written === 'string' ? written : 'token_counter' }
      : { counter: createTokenCounter(spec, host), name: counterName ?? `OpenAITokenCounter:${model}` };
    counters.set(conversation, made);
    return made;
  };
  return async ({ payload, reply }, conversation, feedbacks) => {
    if (payload === undefined || !reply) return undefined;
    try {
      const { counter, name } = counterFor(conversation);
      const { tools } = conversation;
      const input = await counter.count(payload, tools && tools.length > 0 ? tools : undefined);
      const said = [reply.reasoning ?? '', reply.text, ...reply.calls.flatMap(call => [call.name, call.arguments])];
      const text = said.join('');
      const countText = (each: string) =>
        'countText' in counter ? (counter as TokenCounter).countText(each) : counter.count(each);
      const output = await countText(text);
      let feedback = 0;
      for (const each of feedbacks) feedback += await countText(each);
      return { input, output, counter: name, ...(feedbacks.length > 0 && { feedback }) };
    } catch {
      return undefined;
    }
  };
}

/** Asks as `ask` does, and counts question and answer. */
export function counted(
  ask: (conversation: Conversation) => Promise<AskedConversation>,
  count: OwnCount,
): (conversation: Conversation, feedbacks: readonly string[]) => Promise<AskedConversation> {
  return async (conversation, feedbacks) => {
    const outcome = await ask(conversation);
    const own = await count(outcome, conversation, feedbacks);
    return { ...outcome, ...(own && { own }) };
  };
}
