import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import type { ConversationMessage } from '../../../messages/conversation.ts';
import type { Message } from './block.ts';
import { type Drawn, readMsg } from './readMsg.ts';

/** A message with a content that is a text as the constructors take it: as one block. */
export function asLoaded(message: PyDict): PyDict {
  const content = message.get('content');
  if (typeof content !== 'string') return message;
  const block = new Map<string, PyValue>([
    ['type', 'text'],
    ['text', content],
  ]);
  return new Map([...message, ['content', [block]]]);
}

/** Ids that are the same each time, and a time that is not one: previews do not change by themselves. */
export function stableDrawn(): Drawn {
  let count = 0;
  return { newId: () => (count++).toString(16).padStart(32, '0'), now: () => '(now)' };
}

/** A message of a conversation as AgentScope 2 loads it. Raises `MsgValidationError`. */
export function loadMessage(message: ConversationMessage, drawn: Drawn): Message {
  const { name, role, content, written } = message;
  const entries: (readonly [string, PyValue])[] = [
    ['name', name],
    ['role', role],
    ['content', content],
  ];
  // What is in the file wins, but for the content: an instruction may have been put into it.
  return readMsg(asLoaded(new Map(written ? [...written, ['content', content]] : entries)), drawn);
}
