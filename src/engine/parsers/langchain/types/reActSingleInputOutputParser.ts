import { agentType } from '../agentType.ts';
import { reActLabels, streamReAct } from '../readers/streamReAct.ts';
import { parseReAct } from '../script/agents.ts';

/** LangChain.js's `ReActSingleInputOutputParser`. */
export const reActSingleInputOutputParser = agentType({
  type: 'ReActSingleInputOutputParser',
  want: 'tool-calls',
  answer: 'Thought: … Action: search Action Input: …',
  summary: 'A ReAct agent’s step: an action with one line of input, or a final answer',
  documentation: `Reads \`Action:\` and \`Action Input:\`, also numbered (\`Action 1:\`); the input is one line, without a quote at each end.

- An action beside a final answer is an \`OutputParserException\`; so is text with neither.
- The answer is what stands between the first \`Final Answer:\` and the next.`,
  template: `{
  "type": "ReActSingleInputOutputParser",
  "description": "A step of a ReAct agent",
  "toolNames": ["search", "calculator"]
}
`,
  example: 'Thought: I look it up.\nAction: search\nAction Input: weather in Paris',
  takesToolNames: true,
  marks: () => ['Action:', 'Action Input:', 'Final Answer:'],
  mark: /^Action\s*(?:\d+\s*)?:.*\nAction\s*(?:\d+\s*)?Input\s*(?:\d+\s*)?:/m,
  labels: reActLabels,
  reader: streamReAct,
  parse: parseReAct,
});
