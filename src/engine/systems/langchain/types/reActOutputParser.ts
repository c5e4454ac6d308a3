import { agentType } from '../agentType.ts';
import { readReActLine } from '../python/classic/textSteps.ts';
import { reActLineGrammar } from '../stepGrammars.ts';

/** `langchain_classic.agents.react`'s `ReActOutputParser`. */
export const reActOutputParser = agentType({
  type: 'ReActOutputParser',
  framework: { hasNoInstruction: true },
  want: 'tool-calls',
  answer: 'Action: Search[…]',
  summary: 'A step of the ReAct paper’s agent: `Action: Search[…]` in the last line (Python)',
  documentation: `Reads \`Action: tool[input]\` in the last line; \`Finish[…]\` is the answer.

- The input ends at the first bracket; what follows it is lost.
- It has no instruction: \`get_format_instructions()\` raises \`NotImplementedError\`.`,
  template: `{
  "type": "ReActOutputParser",
  "description": "A step of the docstore agent"
}
`,
  example: 'Thought: I look it up.\nAction: Search[weather in Paris]',
  marks: () => ['Action:'],
  mark: {
    test(text) {
      const whole = text.trimEnd();
      const line = whole.slice(whole.lastIndexOf('\n') + 1);
      const open = line.startsWith('Action: ') ? line.indexOf('[') : -1;
      return open >= 0 && line.indexOf(']', open) >= 0;
    },
  },
  python: { read: readReActLine, grammar: reActLineGrammar },
});
