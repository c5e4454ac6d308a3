import type { Node } from 'jsonc-parser';
import type { Span } from '../../core/span.ts';
import { members, readJson, spanOfNode } from '../../json/jsonSource.ts';
import type { ConversationMessage } from '../../messages/conversation.ts';

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
