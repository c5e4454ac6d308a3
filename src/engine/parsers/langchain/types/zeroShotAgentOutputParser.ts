import * as z from 'zod';
import { parseZeroShot } from '../agents.ts';
import { agentType } from '../agentType.ts';

/** LangChain.js's `ZeroShotAgentOutputParser`. */
export const zeroShotAgentOutputParser = agentType({
  type: 'ZeroShotAgentOutputParser',
  want: 'tool-calls',
  answer: 'Thought: … Action: search Action Input: …',
  summary: 'A zero-shot agent’s step: lines with `Action:` and `Action Input:`',
  documentation: `Reads the tool behind \`Action:\` and its input behind \`Action Input:\` on the next line; quotes around the input go.

- \`Final Answer:\` always wins; the answer is what follows the last one.
- The instruction keeps \`{tool_names}\`: the agent's template fills it in.`,
  keys: {
    finishToolName: z.string().describe('What the final answer stands behind. Default: `Final Answer:`.').optional(),
  },
  template: `{
  "type": "ZeroShotAgentOutputParser",
  "description": "A step of a zero-shot agent"
}
`,
  example: 'Thought: I look it up.\nAction: search\nAction Input: weather in Paris',
  mark: /^Action:.*\nAction Input:/m,
  marks({ config }) {
    const name = config.get('finishToolName') || 'Final Answer:';
    return ['Action:', 'Action Input:', ...(typeof name === 'string' && name.endsWith(':') ? [name] : [])];
  },
  isJson: false,
  parse(text, config) {
    const name = config.get('finishToolName');
    return parseZeroShot(text, typeof name === 'string' ? name : undefined);
  },
});
