import { agentType } from '../agentType.ts';
import { streamAgentJson } from '../readers/streamAgentJson.ts';
import { parseChatAgent } from '../script/agents.ts';
import { answerBehindWords, jsonStepGrammar } from '../stepGrammars.ts';

/** LangChain.js's `ChatAgentOutputParser`. */
export const chatAgentOutputParser = agentType({
  type: 'ChatAgentOutputParser',
  want: 'tool-calls',
  answer: 'Thought: … Action: ```{"action": "search", "action_input": "…"}```',
  summary: 'A chat agent’s step: a JSON blob in a fence, or a final answer',
  documentation: `Reads \`action\` and \`action_input\` from the JSON of the first fence.

- Text without \`"action":\` is the final answer as a whole; \`Final Answer:\` always wins.`,
  template: `{
  "type": "ChatAgentOutputParser",
  "description": "A step of a chat agent"
}
`,
  example:
    'Thought: I look it up.\nAction:\n```\n{\n  "action": "search",\n  "action_input": "weather in Paris"\n}\n```',
  mark: {
    test(text) {
      const action = text.indexOf('"action":');
      return action >= 0 && text.lastIndexOf('"action_input":') > action;
    },
  },
  marks: () => ['Final Answer:'],
  js: {
    grammar: config => jsonStepGrammar(config, 'js', answerBehindWords),
    reader: (response, events) => streamAgentJson(response, events, 'chat'),
    parse: parseChatAgent,
  },
});
