import * as z from 'zod';
import type { TruncationType } from '../../../messages/truncation.ts';
import type { ConversationFeatures, Placed } from '../../../parsers/system.ts';
import { checkHistoryProcessors } from './checkHistoryProcessors.ts';
import { historyProcessorTypes } from './historyProcessors/registry.ts';
import { shortenConversation, sweAgentEnds } from './sweAgentTruncation.ts';

/** SWE-agent's history processors, which run whatever the limit. */
export const historyProcessing: Placed<TruncationType> = {
  place: 20,
  entry: {
    id: 'sweagent',
    title: 'History processors (SWE-agent)',
    name: 'sweagent',
    summary: 'SWE-agent’s `history_processors`, run in order whatever the limit',
    create: () => sweAgentEnds,
    shorten: shortenConversation,
  },
};

/** The key that lists the history processors, and those of a message that they read. */
export const historyProcessors: ConversationFeatures = {
  messageKeys: {
    message_type: z
      .string()
      .optional()
      .describe(
        'What SWE-agent’s history processors take it for: `observation`, `action`, `system_prompt`, `demonstration`.',
      ),
    tags: z.array(z.string()).optional().describe('Tags for SWE-agent’s history processors, such as `keep_output`.'),
    is_demo: z
      .boolean()
      .optional()
      .describe('Part of a demonstration, which SWE-agent’s history processors pass over.'),
  },
  keys: {
    history_processors: z
      .array(z.looseObject({ type: z.enum(historyProcessorTypes.map(({ type }) => type) as [string, ...string[]]) }))
      .optional()
      .describe(
        `SWE-agent's \`agent.history_processors\`, for the truncation \`sweagent\`: ${historyProcessorTypes.map(({ type, summary }) => `\`${type}\` (${summary})`).join(' ')}`,
      ),
  },
  check: checkHistoryProcessors,
};
