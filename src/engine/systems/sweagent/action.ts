import { firstWord } from '../../python/index.ts';
import { firstLine } from '../../text/index.ts';
import { commandLine } from './actionGrammars.ts';
import { draftCall, draftCommands } from './draftCommands.ts';
import { exampleAction } from './exampleCall.ts';
import { formatError } from './formatError.ts';
import { messageText, wholeSpan } from './parseFunction.ts';
import { sweAgentType } from './sweAgentType.ts';

/** SWE-agent's `ActionParser`: the whole response is one of the commands. */
export const action = sweAgentType({
  type: 'action',
  summary: 'The whole response is a command',
  want: 'command',
  answer: 'ls src',
  documentation: `The response must begin with the name of one of the \`commands\`, in the same letter case. Thought and action are then both the whole response, unstripped; anything else is a \`FormatError\`.

- The class’s own error message has \`{command_docs}\` in single braces, so the model is shown those words, not the documentation.`,
  errorMessage:
    '    The command you provided was not recognized. Please specify one of the commands (+ any necessary arguments) from the following list in your response. Do not include any other text.\n\n    COMMANDS:\n    {command_docs}\n    ',
  template: `{
  "type": "action",
  "description": "One command of the shell, and nothing else",
  "error_message": "Please answer with one of these commands and nothing else:\\n{{command_docs}}",
  "commands": [
    { "name": "ls", "docstring": "lists a folder", "signature": "ls [<path>]", "arguments": [{ "name": "path", "type": "string", "description": "the folder", "required": false }] },
    { "name": "submit", "docstring": "submits the current file" }
  ],
  "keys_to_content": "action"
}
`,
  grammar: ({ commands }) => commandLine(commands.map(({ name }) => name)),
  example: ({ commands }) => exampleAction(commands),
  draft: responses =>
    draftCommands(responses.flatMap(text => (isCommandLine(text) ? draftCall(firstWord(text), null) : []))),
  reader: () => 'Thought and action are the whole response.',
  parse(input, { commands }) {
    const text = messageText(input);
    const name = firstWord(text);
    if (name === undefined || !commands.some(command => command.name === name))
      throw formatError('First word in model response is not a valid command.', firstLine(text));
    const place = { span: wholeSpan(text) };
    return { thought: text, action: text, thoughtPlace: place, actionPlace: place };
  },
});

/** Whether a text looks like a command of the shell: one line that begins with a word in small letters. */
function isCommandLine(text: string): boolean {
  return /^[a-z_][\w.-]{0,63}(?!\S)[^\n]*\n?$/.test(text);
}
