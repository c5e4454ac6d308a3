import { pyStrip, stripSpan } from '../../python/index.ts';
import { firstLine } from '../../text/index.ts';
import { taggedAction } from './actionGrammars.ts';
import { CommandTags } from './commandTags.ts';
import { exampleShell, exampleThought } from './exampleCall.ts';
import { formatError } from './formatError.ts';
import { messageText, thoughtSpan } from './messageText.ts';
import { streamCommandTags } from './streamCommandTags.ts';
import { sweAgentType } from './sweAgentType.ts';

/** SWE-agent's `XMLThoughtActionParser`: a discussion and a command between tags. */
export const xmlThoughtAction = sweAgentType({
  type: 'xml_thought_action',
  summary: 'A discussion, and a command between command tags',
  want: 'command',
  answer: 'I look around. <command>ls -F</command>',
  prose: ['thought'],
  needsThought: true,
  documentation: `The action is what stands between the **last** \`<command>\` and the **last** \`</command>\`, stripped; the thought is all other text, stripped.

- The tags are literal: no attributes, no other letter case, no entities.
- Their order is not checked: with the last \`<command>\` behind the last \`</command>\` the action is empty.
- Without one of the tags it is a \`FormatError\`.`,
  requirements: ['<command>', '</command>'].map(text => ({ text, what: `the tag \`${text}\`` })),
  errorMessage:
    'Your output was not formatted correctly. You must always include one discussion and one command as part of your response. Make sure you do not have multiple discussion/command tags.\nPlease make sure your output precisely matches the following format:\n',
  template: `{
  "type": "xml_thought_action",
  "description": "A discussion, then one command between tags",
  "error_message": "Please answer like this:\\nwhat you think\\n<command>\\nwhat you run\\n</command>",
  "keys_to_content": "action",
  "keys_to_memory": ["thought", "action"]
}
`,
  example: () => `${exampleThought}\n\n<command>\n${exampleShell}\n</command>`,
  grammar: taggedAction,
  reader: streamCommandTags,
  parse(input) {
    const text = messageText(input);
    const tags = new CommandTags().readWhole(text);
    const { command } = tags;
    if (!command) throw formatError('No action found in model response.', tags.open ?? tags.close ?? firstLine(text));
    const { span, content } = command;
    const inner = stripSpan(text, content.start, content.end);
    return {
      thought: pyStrip(text.slice(0, tags.open?.start) + text.slice(tags.close?.end)),
      action: text.slice(inner.start, inner.end),
      thoughtPlace: { span: thoughtSpan(text, span) },
      actionPlace: { span, inner },
    };
  },
});
