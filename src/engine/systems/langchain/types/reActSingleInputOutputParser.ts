import { agentType } from '../agentType.ts';
import { readReActStep } from '../python/classic/textSteps.ts';
import { reActLabels, streamReAct } from '../readers/streamReAct.ts';
import { parseReAct } from '../script/agents.ts';
import { reActGrammar } from '../stepGrammars.ts';

/** LangChain's `ReActSingleInputOutputParser`, of both runtimes. */
export const reActSingleInputOutputParser = agentType({
  type: 'ReActSingleInputOutputParser',
  want: 'tool-calls',
  answer: 'Thought: … Action: search Action Input: …',
  summary: 'A ReAct agent’s step: an action with one line of input, or a final answer',
  documentation: `Reads \`Action:\` and \`Action Input:\`, also numbered (\`Action 1:\`); the input is one line in JavaScript and all that follows in Python, without quotes around it.

- An action beside a final answer is an \`OutputParserException\`; so is text with neither.
- The answer is what stands between the first \`Final Answer:\` and the next in JavaScript, and behind the last in Python.`,
  template: `{
  "type": "ReActSingleInputOutputParser",
  "runtime": "js",
  "description": "A step of a ReAct agent",
  "toolNames": ["search", "calculator"]
}
`,
  example: 'Thought: I look it up.\nAction: search\nAction Input: weather in Paris',
  marks: () => ['Action:', 'Action Input:', 'Final Answer:'],
  mark: /^Action\s*(?:\d+\s*)?:.*\nAction\s*(?:\d+\s*)?Input\s*(?:\d+\s*)?:/m,
  python: { read: readReActStep, grammar: config => reActGrammar(config, 'python') },
  js: {
    takesToolNames: true,
    labels: reActLabels,
    reader: streamReAct,
    grammar: config => reActGrammar(config, 'js'),
    parse: parseReAct,
  },
});
