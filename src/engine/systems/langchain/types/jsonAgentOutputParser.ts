import { agentType } from '../agentType.ts';
import { readJsonStep } from '../python/classic/jsonSteps.ts';
import { answerAsStep, jsonStepGrammar } from '../stepGrammars.ts';

/** `langchain_classic`'s `JSONAgentOutputParser`. */
export const jsonAgentOutputParser = agentType({
  type: 'JSONAgentOutputParser',
  framework: { hasNoInstruction: true },
  want: 'tool-calls',
  answer: '{"action": "search", "action_input": "…"}',
  summary: 'A JSON agent’s step: `action` and `action_input`, bare or in a fence (Python)',
  documentation: `Reads JSON as \`JsonOutputParser\` does, cut-off JSON included; the action \`Final Answer\` is the answer.

- Of a list the first action counts; an input of \`null\` is \`{}\`.
- It has no instruction: \`get_format_instructions()\` raises \`NotImplementedError\`.`,
  template: `{
  "type": "JSONAgentOutputParser",
  "description": "A step of a JSON agent"
}
`,
  example: '```json\n{\n  "action": "search",\n  "action_input": { "query": "weather in Paris" }\n}\n```',
  mark: /^\s*(?:```(?:json)?\s*)?\{\s*"action"\s*:/,
  python: {
    read: readJsonStep,
    grammar: config => jsonStepGrammar(config, 'python', answerAsStep),
  },
});
