import { exampleShell } from './exampleCall.ts';
import { wholeSpan } from './parseFunction.ts';
import { sweAgentType } from './sweAgentType.ts';

/** SWE-agent's `Identity`: nothing is parsed. */
export const identity = sweAgentType({
  type: 'identity',
  summary: 'Nothing is parsed: thought and action are the response',
  noGrammar: 'any text is an answer, so there is nothing to hold a model to.',
  want: 'command',
  answer: 'ls -F',
  documentation: 'Thought and action are both the whole response, as it is. It never fails.',
  errorMessage: '    It seems like something went wrong with your output. Please try again.\n    ',
  template: `{
  "type": "identity",
  "description": "The answer as it is"
}
`,
  example: () => exampleShell,
  reader: () => 'Thought and action are the whole response.',
  parse({ text }) {
    const place = { span: wholeSpan(text) };
    return { thought: text, action: text, thoughtPlace: place, actionPlace: place };
  },
});
