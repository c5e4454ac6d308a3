import { agentType } from '../agentType.ts';
import { streamAgentJson } from '../readers/streamAgentJson.ts';
import { parseStructuredChat } from '../script/agents.ts';

/** LangChain.js's `StructuredChatOutputParser`. */
export const structuredChatOutputParser = agentType({
  type: 'StructuredChatOutputParser',
  want: 'tool-calls',
  answer: '```json {"action": "search", "action_input": {"query": "…"}}```',
  summary: 'A structured chat agent’s step: a JSON blob in a fence',
  documentation: `Reads \`action\` and \`action_input\` from the JSON between the first fence and the last; the action \`Final Answer\` is the answer.

- Text without a fence is an \`OutputParserException\`; an empty input becomes \`{}\`.`,
  template: `{
  "type": "StructuredChatOutputParser",
  "description": "A step of a structured chat agent",
  "toolNames": ["search", "calculator"]
}
`,
  example: '```json\n{\n  "action": "search",\n  "action_input": { "query": "weather in Paris" }\n}\n```',
  takesToolNames: true,
  mark: /```(?:json)?\s*\{\s*"action"\s*:/,
  reader: (response, events) => streamAgentJson(response, events, 'structured'),
  parse: parseStructuredChat,
});
