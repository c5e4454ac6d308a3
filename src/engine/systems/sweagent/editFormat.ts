import { fencedAction } from './actionGrammars.ts';
import { exampleThought } from './exampleCall.ts';
import { parseFencedAction, streamFences } from './fencedAction.ts';
import { sweAgentType } from './sweAgentType.ts';

/** SWE-agent's `EditFormat`: comments and the new contents of a window in a fence. */
export const editFormat = sweAgentType({
  type: 'edit_format',
  summary: 'Comments, and replacement text in a Markdown fence',
  grammar: fencedAction,
  want: 'code',
  answer: 'I print it.\n```\nprint("Hello")\n```',
  prose: ['thought'],
  documentation:
    'Reads like `thought_action`: the action is what the **last** outermost fenced block holds, here the new contents of a window; the thought is all other text. Only the error message differs.',
  requirements: [{ text: '```', what: 'a fence of ```' }],
  errorMessage:
    "Your output was not formatted correctly. You must wrap the replacement text in backticks (```).\nPlease make sure your output precisely matches the following format:\nCOMMENTS\nYou can write comments here about what you're going to do if you want.\n\n```\nNew window contents.\nMake sure you copy the entire contents of the window here, with the required indentation.\nMake the changes to the window above directly in this window.\nRemember that all of the window's contents will be replaced with the contents of this window.\nDon't include line numbers in your response.\n```\n",
  template: `{
  "type": "edit_format",
  "description": "The new contents of the window in a fence",
  "keys_to_content": "action"
}
`,
  example: () => `COMMENTS\n${exampleThought}\n\n\`\`\`\nprint("Hello, world!")\n\`\`\``,
  reader: streamFences,
  parse: parseFencedAction,
});
