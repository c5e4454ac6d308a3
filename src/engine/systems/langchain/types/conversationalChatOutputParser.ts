import { agentType } from '../agentType.ts';
import { readConversationalChat } from '../python/classic/jsonSteps.ts';
import { answerAsStep, jsonStepGrammar } from '../stepGrammars.ts';

/** `langchain_classic.agents.conversational_chat`'s `ConvoOutputParser`. */
export const conversationalChatOutputParser = agentType({
  type: 'ConversationalChatOutputParser',
  want: 'tool-calls',
  answer: '```json {"action": "Final Answer", "action_input": "…"}```',
  summary: 'A conversational chat agent’s step: JSON with `action` and `action_input` (Python)',
  documentation: `The class \`agents.conversational_chat.output_parser.ConvoOutputParser\`: reads JSON as \`JsonOutputParser\` does, and wants both \`action\` and \`action_input\`; the action \`Final Answer\` is the answer.

- Everything else is an \`OutputParserException\`, as is an input that is neither text nor object.`,
  template: `{
  "type": "ConversationalChatOutputParser",
  "description": "A step of a conversational agent"
}
`,
  example: '```json\n{\n    "action": "search",\n    "action_input": "weather in Paris"\n}\n```',
  mark: /^\s*(?:```(?:json)?\s*)?\{\s*"action"\s*:/,
  python: {
    takesInstruction: true,
    read: readConversationalChat,
    grammar: config => jsonStepGrammar(config, 'python', answerAsStep),
  },
});
