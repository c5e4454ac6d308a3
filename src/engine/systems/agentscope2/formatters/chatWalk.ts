import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import { guessExtension } from '../../../python/index.ts';
import type { ContentBlock, DataBlock, Message, ToolCallBlock, ToolResultBlock } from '../messages/block.ts';
import { type FormatContext, isAllowed, type MediaForm, mainType } from './formatContext.ts';

/** What is collected of a message until it is emitted. */
export interface Pending {
  readonly parts: PyValue[];
  readonly calls: PyValue[];
  readonly thinking: string[];
}

/** How a Chat class writes a message whose blocks it goes through in order. */
export interface ChatShape {
  readonly media: MediaForm;
  /** What becomes of media in hints, where that is something else. */
  readonly hintMedia?: MediaForm;
  text(text: string, message: Message): PyValue;
  /** A call; what it gives is emitted at once, before what is collected behind it. */
  call(block: ToolCallBlock, pending: Pending, message: Message): readonly PyDict[];
  /** Takes in what the model thought; what it gives is emitted at once. */
  thinking(
    block: Message['blocks'][number] & { type: 'thinking' },
    pending: Pending,
    message: Message,
  ): readonly PyDict[];
  /** What is collected, as messages of the message's role; none where nothing is worth one. `isEnd`: at the end of the message. */
  flush(pending: Pending, message: Message, isEnd: boolean): readonly PyDict[];
  /** A message of the user's with the parts of a hint. */
  hint(parts: readonly PyValue[]): PyDict;
  result(block: ToolResultBlock, text: string): PyDict;
  /** A message of the user's with media out of a result; absent where nothing is presented. */
  presented?(parts: readonly PyValue[]): PyDict;
}

/** The payload of one message: a hint or a result first emits what is collected before it. */
export async function walkChat(message: Message, shape: ChatShape, context: FormatContext): Promise<PyDict[]> {
  const emitted: PyDict[] = [];
  let pending = newPending();
  const flush = (isEnd: boolean) => {
    emitted.push(...shape.flush(pending, message, isEnd));
    pending = newPending();
  };
  for (const block of message.blocks)
    switch (block.type) {
      case 'text':
        pending.parts.push(shape.text(block.text, message));
        break;
      case 'data':
        pending.parts.push(...(await partOf(block, shape, context)));
        break;
      case 'thinking':
        emitted.push(...shape.thinking(block, pending, message));
        break;
      case 'tool_call':
        emitted.push(...shape.call(block, pending, message));
        break;
      case 'hint': {
        flush(false);
        const parts = await hintParts(block.hint, shape, message, context);
        if (parts.length > 0) emitted.push(shape.hint(parts));
        break;
      }
      default: {
        flush(false);
        const { text, presented } = await toolResultText(block, context);
        emitted.push(shape.result(block, text));
        if (!shape.presented) break;
        const parts: PyValue[] = [];
        for (const item of presented)
          parts.push(
            ...(typeof item === 'string' ? [hintText(shape, item, message)] : await partOf(item, shape, context)),
          );
        if (parts.length > 0) emitted.push(shape.presented(parts));
      }
    }
  flush(true);
  return emitted;
}

function newPending(): Pending {
  return { parts: [], calls: [], thinking: [] };
}

async function hintParts(
  hint: string | readonly ContentBlock[],
  shape: ChatShape,
  message: Message,
  context: FormatContext,
): Promise<PyValue[]> {
  if (typeof hint === 'string') return [hintText(shape, hint, message)];
  const parts: PyValue[] = [];
  for (const each of hint)
    parts.push(
      ...(each.type === 'text'
        ? [hintText(shape, each.text, message)]
        : await partOf(each, { media: shape.hintMedia ?? shape.media }, context)),
    );
  return parts;
}

/** A text in a message of the user's, whoever the message is by. */
function hintText(shape: ChatShape, text: string, message: Message): PyValue {
  return shape.text(text, { ...message, role: 'user' });
}

async function partOf(
  block: DataBlock,
  { media }: Pick<ChatShape, 'media'>,
  context: FormatContext,
): Promise<PyValue[]> {
  const part = await media(block, context);
  return part === undefined ? [] : [part];
}

/** A tool's result as a text, and what is presented to the model in a message behind it: texts and media in turn. */
interface ToolResultText {
  readonly text: string;
  readonly presented: readonly (string | DataBlock)[];
}

/** `convert_tool_result_to_string`: media that are allowed are presented, others named by their address or saved to a temporary file. */
async function toolResultText({ output }: ToolResultBlock, context: FormatContext): Promise<ToolResultText> {
  if (typeof output === 'string') return { text: output, presented: [] };
  const texts: string[] = [];
  const presented: (string | DataBlock)[] = [];
  for (const block of output) texts.push(await textOf(block, context, presented));
  const listed = presented.length === 0 ? [] : [heading, ...presented, '</system-reminder>'];
  return { text: texts.join('\n'), presented: listed };
}

const heading = '<system-reminder>The multimodal data and their identifiers are listed as follows:';

async function textOf(block: ContentBlock, context: FormatContext, presented: (string | DataBlock)[]): Promise<string> {
  if (block.type === 'text') return block.text;
  const { source } = block;
  const main = mainType(source);
  const reminder = (words: string) => `<system-reminder>A(n) ${main} file is returned and ${words}.</system-reminder>`;
  if (isAllowed(source, context)) {
    const identifier = context.identifier();
    presented.push(`- ${identifier} (${main} file): `, block);
    return reminder(`will be presented to you with the identifier [${identifier}]`);
  }
  if (source.type === 'url') return reminder(`can be accessed at the URL: ${source.url}`);
  const path = await context.bytes.save(source.data, guessExtension(source.mediaType) ?? '');
  return reminder(`saved locally at: ${path}`);
}
