import { bashAction } from './actionGrammars.ts';
import { parseBashBlocks, streamBashBlocks } from './bashBlocks.ts';
import { exampleShell, exampleThought } from './exampleCall.ts';
import { sweAgentType } from './sweAgentType.ts';

/** SWE-agent's `BashCodeBlockParser`: all `bash` fences. */
export const allBashCodeBlocks = sweAgentType({
  type: 'all_bash_code_blocks',
  summary: 'Commands in all bash fences',
  want: 'command',
  answer: '```bash\nls -F\n```\n```bash\ncat a.py\n```',
  prose: ['thought'],
  documentation: `The action is what all \`\` \`\`\`bash \`\` blocks hold, one below the other; in the thought each block is replaced by \`<extracted_code_block>\`.

- \`bash\` must be followed by a line feed at once, and the closing fence must begin a line; the opening one need not.
- No block is a \`FormatError\`.`,
  requirements: [{ text: '```bash', what: 'the fence ```bash' }],
  errorMessage:
    "No bash code blocks were detected in your output.\nYou need to include at least one bash code block in your output.\n\nIt must follow this format exactly to be valid:\n```bash\ncmd arg1 arg2 ...\n...\n\nOther types of code blocks (e.g. python, rust, none, etc.) won't be executed. Only bash.\n",
  template: `{
  "type": "all_bash_code_blocks",
  "description": "One or more commands in bash fences",
  "keys_to_content": "action"
}
`,
  example: () => `${exampleThought}\n\n\`\`\`bash\n${exampleShell}\n\`\`\``,
  grammar: bashAction,
  reader: (response, events) => streamBashBlocks(response, events, { single: false }),
  parse: input => parseBashBlocks(input, { single: false }),
});
