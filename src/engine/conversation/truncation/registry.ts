import type { Host } from '../../core/host.ts';
import type { PyValue } from '../../core/pyValue.ts';
import type { ConversationMessage } from '../conversation.ts';
import { langroidDropTurns, langroidTruncate } from './langroidTruncation.ts';
import { type ConversationModule, moduleTruncate } from './moduleFormatter.ts';
import { type ShortenedConversation, shortenConversation, sweAgentEnds } from './sweAgentTruncation.ts';
import type { TextTokens, Truncate, TruncationInfo } from './truncation.ts';

/** What a strategy may use of the conversation that it makes fit; each is made on demand. */
export interface TruncationContext {
  /** Counts and cuts texts as the conversation's counter does. */
  texts(): TextTokens;
  /** The conversation's module. Raises `EngineError` where it has none. */
  module(): ConversationModule;
}

/** A way to make a conversation fit: one line in the registry. */
export interface TruncationType extends TruncationInfo {
  /** Makes what shortens a payload that is too long; absent: AgentScope's FIFO, which formatting brings itself. Raises `EngineError`. */
  create?(context: TruncationContext): Truncate;
  /** Shortens the conversation before its payload is counted, whatever the limit; `given` are its `history_processors`. Raises what SWE-agent raises. */
  shorten?(
    messages: readonly ConversationMessage[],
    given: PyValue | undefined,
    host: Host,
  ): Promise<ShortenedConversation>;
}

/** Every strategy, in the order in which pickers show them. The first is AgentScope's own, which holds unless another is named. */
export const truncationTypes: readonly TruncationType[] = [
  {
    ...named('fifo', 'First in, first out (AgentScope)'),
    summary: 'AgentScope’s: the oldest messages are dropped, calls together with their results',
  },
  {
    ...named('langroid', 'Cut the oldest (Langroid)'),
    summary: 'Langroid’s `truncate`: the oldest messages are cut to their first 30 tokens',
    create: ({ texts }) => langroidTruncate(texts()),
  },
  {
    ...named('langroid_drop_turns', 'Drop turns (Langroid)'),
    summary: 'Langroid’s `drop_turns`: the oldest turns are dropped, never the last one',
    create: ({ texts }) => langroidDropTurns(texts()),
  },
  {
    ...named('sweagent', 'History processors (SWE-agent)'),
    summary: 'SWE-agent’s `history_processors`, run in order whatever the limit',
    create: () => sweAgentEnds,
    shorten: shortenConversation,
  },
  {
    ...named('custom', 'Custom'),
    summary: 'The function `truncate` of the conversation’s module',
    byModule: true,
    create: ({ module }) => moduleTruncate(module()),
  },
];

function named(name: string, title: string): Omit<TruncationInfo, 'summary'> {
  return { id: name, title, name };
}
