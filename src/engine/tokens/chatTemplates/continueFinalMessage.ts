import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyList, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { isWhite, pyStrip, type Segment } from '../../python/index.ts';
import type { RenderedChat } from './compiledChatTemplate.ts';

/** What transformers writes behind the text that is to be continued, to find it again. */
const mark = 'CONTINUE_FINAL_MESSAGE_TAG ';

/** A conversation whose last message's `key` ends with transformers' mark, and that text without it. Raises its `ValueError`s. */
export function markFinalMessage(
  chat: PyValue,
  key: string,
  template: string,
): { readonly marked: PyValue; readonly text: string } {
  const messages: PyList = isPyList(chat) ? chat : [];
  const last = messages.at(-1) ?? null;
  if (!isPyDict(last)) {
    if (messages.length === 0) throw new EngineError('IndexError', 'list index out of range');
    throw new EngineError('AttributeError', `'${pyTypeName(last)}' object has no attribute 'get'`);
  }
  const value = last.get(key) ?? null;
  if (value === null) throw refusal(`the final message has no "${key}" to continue!`);
  if (!template.includes(key))
    throw new EngineError(
      'ValueError',
      `continue_final_message is set to "${key}" but this is not an accepted field in the chat_template`,
    );
  const [marked, text] = isPyList(value) ? markBlock(value) : [withMark(value), value];
  return {
    marked: [...messages.slice(0, -1), new Map([...last, [key, marked]])],
    text: textOf(text),
  };
}

function refusal(what: string): EngineError {
  return new EngineError('ValueError', `continue_final_message is set but ${what}`);
}

/** Marks the last block that has a text. */
function markBlock(blocks: PyList): readonly [marked: PyValue, text: PyValue] {
  for (let i = blocks.length - 1; i >= 0; i--) {
    const block = blocks[i];
    if (!isPyDict(block) || !block.has('text')) continue;
    const text = block.get('text') ?? null;
    return [blocks.map((each, at) => (at === i ? new Map([...block, ['text', withMark(text)]]) : each)), text];
  }
  throw refusal('we could not find any text to continue in the final message!');
}

function withMark(value: PyValue): PyValue {
  return textOf(value) + mark;
}

function textOf(value: PyValue): string {
  if (typeof value === 'string') return value;
  throw new EngineError('TypeError', `unsupported operand type(s) for +: '${pyTypeName(value)}' and 'str'`);
}

/** What stands before the mark in a rendered conversation. Raises `ValueError` where the text or the mark got lost. */
export function cutAtMark(chat: RenderedChat, given: string): RenderedChat {
  const text = pyStrip(given);
  const rendered = chat.text;
  if (!rendered.includes(text) || !rendered.includes(mark.trimEnd()))
    throw new EngineError(
      'ValueError',
      `continue_final_message is set but the final message does not appear in the chat after applying the chat template! This can happen if the chat template deletes portions of the final message. Please verify the chat template and final message in your chat to ensure they are compatible.Final message to continue: ${text}\nRendered chat:\n${rendered}`,
    );
  let end = rendered.lastIndexOf(mark.trimEnd());
  if (!rendered.startsWith(mark, end)) while (end > 0 && isWhite(rendered.charCodeAt(end - 1))) end--;
  return { text: rendered.slice(0, end), segments: firstSegments(chat.segments, end), generations: [] };
}

/** The segments of the first characters of a text. */
function firstSegments(segments: readonly Segment[], length: number): readonly Segment[] {
  const kept: Segment[] = [];
  let left = length;
  for (const segment of segments) {
    if (left <= 0) break;
    kept.push(segment.text.length <= left ? segment : { ...segment, text: segment.text.slice(0, left) });
    left -= segment.text.length;
  }
  return kept;
}
