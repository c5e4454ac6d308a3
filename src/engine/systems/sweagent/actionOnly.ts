import { exampleShell } from './exampleCall.ts';
import { wholeSpan } from './parseFunction.ts';
import { sweAgentType } from './sweAgentType.ts';

/** SWE-agent's `ActionOnlyParser`: the whole response is the action. */
export const actionOnly = sweAgentType({
  type: 'action_only',
  summary: 'The whole response is the action, without a thought',
  noGrammar: 'any text is an action, so there is nothing to hold a model to.',
  want: 'command',
  answer: 'ls -F',
  isShell: true,
  documentation:
    'The action is the whole response, unstripped, and the thought is empty. It never fails, so its `error_message` is never shown.',
  errorMessage: 'No message found in model response.',
  template: `{
  "type": "action_only",
  "description": "One command of the shell",
  "keys_to_content": "action"
}
`,
  example: () => exampleShell,
  reader: () => 'The action is the whole response.',
  parse({ text }) {
    return {
      thought: '',
      action: text,
      thoughtPlace: { span: { start: 0, end: 0 } },
      actionPlace: { span: wholeSpan(text) },
    };
  },
});
