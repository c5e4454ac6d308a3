import * as z from 'zod';
import type { PyDict } from '../../../core/pyValue.ts';
import { agentType } from '../agentType.ts';
import { textsOf } from '../definitionModels.ts';
import { readSelfAsk, type SelfAskKeys } from '../python/classic/textSteps.ts';
import { selfAskGrammar } from '../stepGrammars.ts';

/** `langchain_classic`'s `SelfAskOutputParser`. */
export const selfAskOutputParser = agentType({
  type: 'SelfAskOutputParser',
  framework: { hasNoInstruction: true },
  want: 'tool-calls',
  answer: 'Follow up: how old is she?',
  summary: 'A self-ask agent’s step: a follow-up question, or the final answer, in the last line (Python)',
  documentation: `Looks at the last line: one of \`followups\` there makes what follows the last colon a call of \`Intermediate Answer\`; \`finish_string\` there makes it the answer.

- As many characters as \`finish_string\` has are cut off the line, wherever it stands in it.
- It has no instruction: \`get_format_instructions()\` raises \`NotImplementedError\`.`,
  template: `{
  "type": "SelfAskOutputParser",
  "description": "A step of a self-ask agent"
}
`,
  example: 'Yes.\nFollow up: how old is she?',
  marks: ({ config }) => [...keysOf(config).followups.filter(each => each.endsWith(':')), 'So the final answer is:'],
  mark: /(?:^|\n)(?:Follow ?up:|So the final answer is: )[^\n]*$/,
  python: {
    keys: {
      followups: z
        .array(z.string())
        .describe('What follow-up questions stand behind. Default: `Follow up:`, `Followup:`.')
        .optional(),
      finish_string: z
        .string()
        .describe('What the answer stands behind. Default: `So the final answer is: `.')
        .optional(),
    },
    grammar: config => selfAskGrammar(keysOf(config)),
    read: (text, config) => readSelfAsk(text, keysOf(config)),
  },
});

function keysOf(config: PyDict): SelfAskKeys {
  const finish = config.get('finish_string');
  return {
    followups: config.has('followups') ? textsOf(config.get('followups')) : ['Follow up:', 'Followup:'],
    finish: typeof finish === 'string' ? finish : 'So the final answer is: ',
  };
}
