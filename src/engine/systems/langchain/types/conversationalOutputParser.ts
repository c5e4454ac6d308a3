import * as z from 'zod';
import type { PyDict } from '../../../core/pyValue.ts';
import { agentType } from '../agentType.ts';
import { readConversationalStep } from '../python/classic/textSteps.ts';

/** `langchain_classic.agents.conversational`'s `ConvoOutputParser`. */
export const conversationalOutputParser = agentType({
  type: 'ConversationalOutputParser',
  want: 'tool-calls',
  answer: 'Thought: Do I need to use a tool? Yes Action: search Action Input: …',
  summary: 'A conversational agent’s step: `Action:` with `Action Input:`, or `AI:` and the answer (Python)',
  documentation: `The class \`agents.conversational.output_parser.ConvoOutputParser\`: what stands behind the last \`AI:\` is the answer; else \`Action: \` and \`Action Input: \` are read, each with its blank.

- \`AI:\` counts wherever it stands, in a tool's input as well.`,
  template: `{
  "type": "ConversationalOutputParser",
  "description": "A step of a conversational agent"
}
`,
  example: 'Thought: Do I need to use a tool? Yes\nAction: search\nAction Input: weather in Paris',
  marks: ({ config }) => ['Action:', 'Action Input:', `${prefixOf(config)}:`],
  mark: /^Action: .*\n+Action Input: /m,
  noGrammar: 'what counts is the last `AI:` of a text, wherever it stands, in the input of a tool as well.',
  python: {
    takesInstruction: true,
    keys: {
      ai_prefix: z.string().describe('What the answer stands behind, without its colon. Default: `AI`.').optional(),
    },
    read: (text, config) => readConversationalStep(text, prefixOf(config)),
  },
});

function prefixOf(config: PyDict): string {
  const prefix = config.get('ai_prefix');
  return typeof prefix === 'string' ? prefix : 'AI';
}
