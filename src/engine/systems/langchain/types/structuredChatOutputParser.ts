import { agentType } from '../agentType.ts';
import { readStructuredStep } from '../python/classic/jsonSteps.ts';
import { streamAgentJson } from '../readers/streamAgentJson.ts';
import { parseStructuredChat } from '../script/agents.ts';
import { answerAsStep, jsonStepGrammar } from '../stepGrammars.ts';

/** LangChain's `StructuredChatOutputParser`, of both runtimes. */
export const structuredChatOutputParser = agentType({
  type: 'StructuredChatOutputParser',
  want: 'tool-calls',
  answer: '```json {"action": "search", "action_input": {"query": "…"}}```',
  summary: 'A structured chat agent’s step: a JSON blob in a fence',
  documentation: `Reads \`action\` and \`action_input\` from the JSON between the first fence and the last; the action \`Final Answer\` is the answer.

- JavaScript: text without a fence is an \`OutputParserException\`; an empty input becomes \`{}\`.
- Python: text without a fence is the answer as a whole; of a list the first action counts; an input that is neither text nor object is an error.`,
  template: `{
  "type": "StructuredChatOutputParser",
  "runtime": "js",
  "description": "A step of a structured chat agent",
  "toolNames": ["search", "calculator"]
}
`,
  example: '```json\n{\n  "action": "search",\n  "action_input": { "query": "weather in Paris" }\n}\n```',
  mark: /```(?:json)?\s*\{\s*"action"\s*:/,
  python: {
    takesInstruction: true,
    read: readStructuredStep,
    grammar: config => jsonStepGrammar(config, 'python', answerAsStep),
  },
  js: {
    grammar: config => jsonStepGrammar(config, 'js', answerAsStep),
    takesToolNames: true,
    reader: (response, events) => streamAgentJson(response, events, 'structured'),
    parse: parseStructuredChat,
  },
});
