import { agentType } from '../agentType.ts';
import { readFencedStep } from '../python/classic/jsonSteps.ts';
import { answerBehindWords, jsonStepGrammar } from '../stepGrammars.ts';

/** `langchain_classic.agents.chat`'s `ChatOutputParser`. */
export const chatOutputParser = agentType({
  type: 'ChatOutputParser',
  want: 'tool-calls',
  answer: 'Thought: … Action:\n```\n{"action": "search", "action_input": "…"}\n```',
  summary: 'A chat agent’s step: a JSON blob in a fence of its own lines, or `Final Answer:` (Python)',
  documentation: `Reads as \`ReActJsonSingleInputOutputParser\` does, but that a fence ends its line: JSON right behind the back quotes is not found.

- Text with \`Final Answer:\` is an answer, whatever else it holds: what stands behind the last one.
- JavaScript's class is \`ChatAgentOutputParser\`.`,
  template: `{
  "type": "ChatOutputParser",
  "description": "A step of a chat agent"
}
`,
  example:
    'Thought: I look it up.\nAction:\n```\n{\n  "action": "search",\n  "action_input": "weather in Paris"\n}\n```',
  marks: () => ['Final Answer:'],
  mark: /```(?:json)?\n\s*\{\s*"action"\s*:/,
  python: {
    takesInstruction: true,
    read: text => readFencedStep(text, true),
    grammar: config => jsonStepGrammar(config, 'python', answerBehindWords),
  },
});
