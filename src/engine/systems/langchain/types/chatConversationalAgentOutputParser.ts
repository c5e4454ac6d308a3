import { agentType } from '../agentType.ts';
import { streamAgentJson } from '../readers/streamAgentJson.ts';
import { parseConversationalAgent } from '../script/agents.ts';
import { answerAsStep, jsonStepGrammar } from '../stepGrammars.ts';

/** LangChain.js's `ChatConversationalAgentOutputParser`. */
export const chatConversationalAgentOutputParser = agentType({
  type: 'ChatConversationalAgentOutputParser',
  want: 'tool-calls',
  answer: '```json {"action": "Final Answer", "action_input": "…"}```',
  summary: 'A conversational agent’s step: JSON with `action` and `action_input`',
  documentation: `Reads \`action\` and \`action_input\` from JSON, bare or in a fence; the action \`Final Answer\` is the answer.

- Everything else is an \`OutputParserException\`.`,
  template: `{
  "type": "ChatConversationalAgentOutputParser",
  "description": "A step of a conversational agent",
  "toolNames": ["search", "calculator"]
}
`,
  example: '```json\n{\n    "action": "search",\n    "action_input": "weather in Paris"\n}\n```',
  mark: /^\s*(?:```(?:json)?\s*)?\{\s*"action"\s*:/,
  js: {
    grammar: config => jsonStepGrammar(config, 'js', answerAsStep),
    takesToolNames: true,
    reader: (response, events) => streamAgentJson(response, events, 'conversational'),
    parse: parseConversationalAgent,
  },
});
