import type { TruncationInfo, TruncationType } from '../../messages/truncation.ts';
import { systemTruncations } from '../../systems/registry.ts';
import { moduleTruncate } from './moduleFormatter.ts';

/** Every strategy, in the order in which pickers show them. The first is AgentScope's own, which holds unless another is named. */
export const truncationTypes: readonly TruncationType[] = [
  {
    id: 'fifo',
    title: 'First in, first out (AgentScope)',
    name: 'fifo',
    summary: 'AgentScope’s: the oldest messages are dropped, calls together with their results',
  },
  ...systemTruncations,
  {
    id: 'custom',
    title: 'Custom',
    name: 'custom',
    summary: 'The function `truncate` of the conversation’s module',
    byModule: true,
    create: ({ module }) => moduleTruncate(module()),
  },
];

/** Every way to make a conversation fit, in the order in which pickers show them. */
export const truncations: readonly TruncationInfo[] = truncationTypes.map(
  ({ create: _, shorten: __, ...info }) => info,
);
