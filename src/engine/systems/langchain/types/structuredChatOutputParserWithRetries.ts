import { agentType } from '../agentType.ts';
import { streamAgentJson } from '../readers/streamAgentJson.ts';
import { parseStructuredChat } from '../script/agents.ts';
import { answerAsStep, jsonStepGrammar } from '../stepGrammars.ts';

/** LangChain.js's `StructuredChatOutputParserWithRetries`. */
export const structuredChatOutputParserWithRetries = agentType({
  type: 'StructuredChatOutputParserWithRetries',
  want: 'tool-calls',
  answer: '```json {"action": "search", "action_input": {"query": "…"}}```',
  summary: 'The same, wrapped as its agent wraps it; its instruction always raises',
  documentation: `Reads as \`StructuredChatOutputParser\` does.

- Its \`getFormatInstructions()\` always throws, since nobody fills in \`tool_schemas\`.`,
  template: `{
  "type": "StructuredChatOutputParserWithRetries",
  "description": "A step of a structured chat agent"
}
`,
  framework: { hasNoInstruction: true },
  example: '```json\n{\n  "action": "search",\n  "action_input": { "query": "weather in Paris" }\n}\n```',
  mark: /```(?:json)?\s*\{\s*"action"\s*:/,
  js: {
    grammar: config => jsonStepGrammar(config, 'js', answerAsStep),
    takesToolNames: true,
    reader: (response, events) => streamAgentJson(response, events, 'structured'),
    parse: parseStructuredChat,
  },
});
