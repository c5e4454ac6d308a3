import { agentType } from '../agentType.ts';
import { readFencedStep } from '../python/classic/jsonSteps.ts';
import { answerBehindWords, jsonStepGrammar } from '../stepGrammars.ts';

/** `langchain_classic`'s `ReActJsonSingleInputOutputParser`. */
export const reActJsonSingleInputOutputParser = agentType({
  type: 'ReActJsonSingleInputOutputParser',
  want: 'tool-calls',
  answer: 'Thought: … Action: ```{"action": "search", "action_input": "…"}```',
  summary: 'A ReAct agent’s step: a JSON blob in a fence, or `Final Answer:` (Python)',
  documentation: `Reads \`action\` and \`action_input\` from the JSON between the first fence and the next.

- Text with \`Final Answer:\` is an answer, whatever else it holds: what stands behind the last one.
- A raw line feed inside a string, a list, an input that is neither text nor object: \`OutputParserException\`.`,
  template: `{
  "type": "ReActJsonSingleInputOutputParser",
  "description": "A step of a ReAct agent that calls its tools with JSON"
}
`,
  example:
    'Thought: I look it up.\nAction:\n```\n{\n  "action": "search",\n  "action_input": "weather in Paris"\n}\n```',
  marks: () => ['Final Answer:'],
  mark: /```(?:json)?\s*\{\s*"action"\s*:/,
  python: {
    read: text => readFencedStep(text, false),
    grammar: config => jsonStepGrammar(config, 'python', answerBehindWords),
  },
});
