import type { Node } from 'jsonc-parser';
import type { PyValue } from '../../core/pyValue.ts';
import type { Edit, Span } from '../../core/span.ts';
import { appendItem } from '../../json/editItems.ts';
import { members, readJson, spanOfNode } from '../../json/jsonSource.ts';
import type { ConversationMessage } from '../../messages/conversation.ts';
import { toJsonText, toJsonValue } from '../../python/index.ts';

/**
 * The text of a message as it stands in the conversation's file, between its quotes and escaped as JSON: that of its
 * content, or of its only block. `undefined` where it has several blocks, or no text.
 */
export function answerSpan(text: string, { span }: Pick<ConversationMessage, 'span'>): Span | undefined {
  const { root } = readJson(text.slice(span.start, span.end));
  const content = memberOf(root, 'content');
  const [block, ...more] = content?.type === 'array' ? (content.children ?? []) : [];
  const node = block && more.length === 0 ? memberOf(block, 'text') : content;
  if (node?.type !== 'string') return undefined;
  const { start, end } = spanOfNode(node);
  return { start: span.start + start + 1, end: span.start + end - 1 };
}

function memberOf(node: Node | undefined, name: string): Node | undefined {
  return members(node).findLast(({ key }) => key.value === name)?.value;
}

/**
 * The edits that add a message of the assistant at the end of a conversation, laid out like the rest of the file: an
 * item of its list, or a line of a `.messages.jsonl`. Name and role are those of the answer that was read. All other text
 * stays as it is. None for a text that cannot be read.
 */
export function appendAnswer(
  text: string,
  fileName: string,
  { name, role }: Pick<ConversationMessage, 'name' | 'role'>,
  content: PyValue,
): Edit[] {
  const message = new Map<string, PyValue>([
    ['name', toJsonValue(name)],
    ['role', role],
    ['content', toJsonValue(content)],
  ]);
  if (/\.(jsonl|ndjson)$/i.test(fileName)) {
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const end = text.trimEnd().length;
    return [{ span: { start: end, end }, text: `${end === 0 ? '' : eol}${toJsonText(message, 0)}` }];
  }
  const { root } = readJson(text);
  const list = root?.type === 'array' ? root : members(root).findLast(({ key }) => key.value === 'messages')?.value;
  return list?.type === 'array' ? appendItem(text, list, message) : [];
}
