import { agentType } from '../agentType.ts';
import { readMrklStep } from '../python/classic/textSteps.ts';
import { reActGrammar } from '../stepGrammars.ts';

/** `langchain_classic.agents.mrkl`'s `MRKLOutputParser`. */
export const mrklOutputParser = agentType({
  type: 'MRKLOutputParser',
  want: 'tool-calls',
  answer: 'Thought: … Action: search Action Input: …',
  summary: 'A zero-shot agent’s step: `Action:` with `Action Input:`, or `Final Answer:` (Python)',
  documentation: `Reads \`Action:\` and all that follows \`Action Input:\`, without quotes around it, unless it begins with \`SELECT \`.

- An answer in front of an action wins; it ends at the next empty line, **and without one its last letter is lost**.
- An action in front of an answer is an \`OutputParserException\`; so is text with neither.`,
  template: `{
  "type": "MRKLOutputParser",
  "description": "A step of a zero-shot agent"
}
`,
  example: 'Thought: I look it up.\nAction: search\nAction Input: weather in Paris',
  marks: () => ['Action:', 'Action Input:', 'Final Answer:'],
  mark: /^Action\s*(?:\d+\s*)?:.*\nAction\s*(?:\d+\s*)?Input\s*(?:\d+\s*)?:/m,
  python: { takesInstruction: true, read: readMrklStep, grammar: config => reActGrammar(config, 'python') },
});
