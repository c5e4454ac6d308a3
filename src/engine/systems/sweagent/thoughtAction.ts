import { fencedAction } from './actionGrammars.ts';
import { exampleShell, exampleThought } from './exampleCall.ts';
import { parseFencedAction, streamFences } from './fencedAction.ts';
import { sweAgentType } from './sweAgentType.ts';

/** SWE-agent's `ThoughtActionParser`: a discussion and a fenced command. */
export const thoughtAction = sweAgentType({
  type: 'thought_action',
  summary: 'A discussion, and a command in a Markdown fence',
  want: 'command',
  answer: 'I look around.\n```\nls -F\n```',
  prose: ['thought'],
  needsThought: true,
  isShell: true,
  documentation: `The action is what the **last** outermost block between \`\` \`\`\` \`\` fences holds; the thought is all other text. Neither is stripped.

- A fence must begin its line. A bare fence closes a block, one with a language opens one, so blocks may nest.
- \`\` \`\`\`bash -x \`\` is not a fence: its blank makes the next bare fence an opening one.
- No complete block is a \`FormatError\`.`,
  requirements: [{ text: '```', what: 'a fence of ```' }],
  errorMessage:
    "Your output was not formatted correctly. You must always include one discussion and one command as part of your response. Make sure you do not have multiple discussion/command tags.\nPlease make sure your output precisely matches the following format:\nDISCUSSION\nDiscuss here with yourself about what your planning and what you're going to do in this step.\n\n```\ncommand(s) that you're going to run\n```\n",
  template: `{
  "type": "thought_action",
  "description": "A discussion, then one command in a fence",
  "keys_to_content": "action",
  "keys_to_memory": ["thought", "action"]
}
`,
  example: () => `DISCUSSION\n${exampleThought}\n\n\`\`\`\n${exampleShell}\n\`\`\``,
  grammar: fencedAction,
  reader: streamFences,
  parse: parseFencedAction,
});
