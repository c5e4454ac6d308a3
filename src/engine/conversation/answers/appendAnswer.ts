import type { PyValue } from '../../core/pyValue.ts';
import type { Edit } from '../../core/span.ts';
import { appendItem } from '../../json/editItems.ts';
import { members, readJson } from '../../json/jsonSource.ts';
import type { ConversationMessage } from '../../messages/conversation.ts';
import { toJsonText, toJsonValue } from '../../python/index.ts';

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
