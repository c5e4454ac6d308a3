import type { Span } from '../../core/span.ts';
import type { PieceReader, StreamEvents } from '../../parsers/shared/streamReader.ts';
import { pyStrip, stripSpan } from '../../python/index.ts';
import { firstLine, type GrowingText, LiteralsSearch } from '../../text/index.ts';
import { taggedAction } from './actionGrammars.ts';
import { exampleShell, exampleThought } from './exampleCall.ts';
import { formatError } from './formatError.ts';
import { messageText, thoughtSpan } from './parseFunction.ts';
import { sweAgentType } from './sweAgentType.ts';

const openTag = '<command>';
const closeTag = '</command>';

/** The search for the last `<command>` and the last `</command>`, in a text that is whole or grows. Linear. */
class CommandTags {
  readonly #search = new LiteralsSearch([openTag, closeTag]);
  /** The last of each so far. */
  open: Span | undefined;
  close: Span | undefined;

  /** Reads the piece that stands `at` in the text until a tag has ended, see `LiteralsSearch.find`. */
  find(piece: string, from: number, at: number): number {
    const behind = this.#search.find(piece, from);
    if (behind < 0) return -1;
    const end = at + behind;
    if (this.#search.found === 0) this.open = { start: end - openTag.length, end };
    else this.close = { start: end - closeTag.length, end };
    return behind;
  }

  /** Reads a whole text. Only the last of each counts, so the others are not looked for. */
  readWhole(text: string): this {
    const open = text.lastIndexOf(openTag);
    const close = text.lastIndexOf(closeTag);
    if (open >= 0) this.open = { start: open, end: open + openTag.length };
    if (close >= 0) this.close = { start: close, end: close + closeTag.length };
    return this;
  }

  /** The command, and what stands between its tags, which is nothing where they stand the other way round; `undefined`: one of them is missing. */
  get command(): { readonly span: Span; readonly content: Span } | undefined {
    const { open, close } = this;
    if (!open || !close) return undefined;
    const to = Math.max(open.end, close.start);
    return {
      span: { start: open.start, end: close.start < open.end ? open.end : close.end },
      content: { start: open.end, end: to },
    };
  }
}

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

/** The action between the last `<command>` and the last `</command>` of a response that grows. */
function streamCommandTags(response: GrowingText, events: StreamEvents): PieceReader {
  const tags = new CommandTags();
  let opened = tags.open;
  let isClosed = false;

  const tell = () => {
    const { open, command } = tags;
    if (!open) return;
    if (isClosed) events.reopen('action');
    isClosed = open === opened;
    opened = open;
    if (!isClosed || !command) return events.open('action', open.start);
    const { start, end } = command.content;
    events.close({
      key: 'action',
      value: () => pyStrip(response.slice(start, end)),
      span: command.span,
      get inner() {
        const stripped = stripSpan(response.slice(start, end));
        return { start: start + stripped.start, end: start + stripped.end };
      },
      final: false,
    });
  };

  return {
    take(piece, at) {
      for (let from = tags.find(piece, 0, at); from >= 0; from = tags.find(piece, from, at)) tell();
    },
  };
}
