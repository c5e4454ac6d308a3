import * as z from 'zod';
import { type Problem, problem } from '../../../core/problem.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Conversation } from '../../../messages/conversation.ts';
import type { TruncationType } from '../../../messages/truncation.ts';
import type { ConversationFeatures, Placed } from '../../../parsers/system.ts';
import { numberedLines } from './historyProcessors/closedWindow.ts';
import {
  HistoryProcessorError,
  historyProcessorTypes,
  readHistoryProcessors,
} from './historyProcessors/readHistoryProcessors.ts';
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

/** What SWE-agent refuses of a conversation's `history_processors`, and what does something other than it seems to. */
function checkHistoryProcessors(conversation: Conversation): readonly Problem[] {
  const { historyProcessors, optionSpans, truncation } = conversation;
  const span = optionSpans?.history_processors;
  if (historyProcessors === undefined || !span) return [];
  try {
    readHistoryProcessors(historyProcessors);
  } catch (error) {
    if (!(error instanceof HistoryProcessorError)) throw error;
    const at = error.at.length > 0 ? `\`history_processors.${error.at.join('.')}\`: ` : '';
    return [problem('wrong-shape', `SWE-agent refuses ${at || 'this: '}${error.message}.`, span)];
  }
  const list = isPyList(historyProcessors) ? historyProcessors.filter(isPyDict) : [];
  const notes = list.flatMap((each, i) => notesOf(each, i, list, conversation));
  if (truncation !== undefined && truncation !== 'sweagent')
    notes.push(`They only run with \`"truncation": "sweagent"\`, not with \`${truncation}\`.`);
  return notes.map(note => problem('odd-history-processor', note, span));
}

function notesOf(each: PyDict, index: number, list: readonly PyDict[], { messages }: Conversation): string[] {
  const types = list.map(other => other.get('type'));
  const before = types.slice(0, index);
  const notes: string[] = [];
  switch (each.get('type')) {
    case 'closed_window': {
      if (before.includes('cache_control') || before.includes('image_parsing'))
        notes.push('`closed_window` fails behind `cache_control` or `image_parsing`: it takes texts only.');
      const task = messages.find(message => message.role === 'user');
      if (typeof task?.content === 'string' && numberedLines(task.content) && !task.content.includes('[File:'))
        notes.push('`closed_window` drops the task: it has lines that begin with a number and a colon.');
      break;
    }
    case 'tag_tool_call_observations': {
      const tags = textsOf(each.get('tags') ?? ['keep_output']);
      if (tags.includes('keep_output'))
        notes.push('`tag_tool_call_observations` tags the call, not its observation: `keep_output` keeps nothing.');
      if (tags.includes('remove_output'))
        notes.push('`tag_tool_call_observations` with `remove_output` makes `last_n_observations` fail.');
      break;
    }
    case 'last_n_observations':
      if (each.get('polling') === 0) notes.push('`polling: 0` divides by zero; the smallest is 1.');
      break;
    case 'image_parsing':
      if (before.includes('image_parsing')) notes.push('`image_parsing` fails the second time: it takes texts only.');
      break;
  }
  return notes;
}

function textsOf(value: PyValue): readonly PyValue[] {
  return isPyList(value) ? value : [];
}
