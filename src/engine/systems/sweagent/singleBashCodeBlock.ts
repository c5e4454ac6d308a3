import { bashAction } from './actionGrammars.ts';
import { parseBashBlocks, streamBashBlocks } from './bashBlocks.ts';
import { exampleShell, exampleThought } from './exampleCall.ts';
import { sweAgentType } from './sweAgentType.ts';

/** SWE-agent's `SingleBashCodeBlockParser`: one `bash` fence. */
export const singleBashCodeBlock = sweAgentType({
  type: 'single_bash_code_block',
  summary: 'Commands in exactly one bash fence',
  want: 'command',
  answer: 'I look around.\n```bash\nls -F\n```',
  prose: ['thought'],
  documentation: `Reads like \`all_bash_code_blocks\`, but more than one block is a \`FormatError\` as well.

- \`bash\` must be followed by a line feed at once, and the closing fence must begin a line; the opening one need not.`,
  requirements: [{ text: '```bash', what: 'the fence ```bash' }],
  errorMessage:
    'We did not detect the right number of bash code blocks in your output.\nYou need to include EXACTLY ONE bash code block in your output.\n\nIt must follow this format exactly to be valid:\n```bash\ncmd arg1 arg2 ...\n```\n',
  template: `{
  "type": "single_bash_code_block",
  "description": "What to run, in one bash fence",
  "keys_to_content": "action"
}
`,
  example: () => `${exampleThought}\n\n\`\`\`bash\n${exampleShell}\n\`\`\``,
  grammar: bashAction,
  reader: (response, events) => streamBashBlocks(response, events, { single: true }),
  parse: input => parseBashBlocks(input, { single: true }),
});
