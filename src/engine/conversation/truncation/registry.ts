import type { TruncationInfo, TruncationType } from '../../messages/truncation.ts';
import { langroidDropTurns, langroidTruncate } from './langroidTruncation.ts';
import { moduleTruncate } from './moduleFormatter.ts';
import { shortenConversation, sweAgentEnds } from './sweAgentTruncation.ts';

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
