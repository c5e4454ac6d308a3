import type { LogReader, RecordParts } from './logReader.ts';
import { messageResponse } from './messageResponse.ts';
import { dataAt, listAt, memberAt, objectAt, textAt } from './plainData.ts';
import { plainRows } from './plainRows.ts';

/** What the model is called in conversations: OpenAI's word, ShareGPT's, Gemini's, … */
const answering: ReadonlySet<unknown> = new Set(['assistant', 'gpt', 'model', 'bot', 'chatgpt', 'ai', 'function_call']);
const roles: ReadonlySet<unknown> = new Set([
  ...answering,
  ...['system', 'developer', 'user', 'human', 'tool', 'function', 'observation', 'function_response'],
]);
/** How many members of a row are looked at. */
const maxMembers = 100;

/** Rows that have a whole conversation in a column, as data sets have them: the model's last message is the answer. */
export const conversationTurns: LogReader = {
  name: 'conversation',
  title: 'a column of messages (OpenAI, ShareGPT)',
  field: 'the last answer of a conversation',
  recognises: record => memberAt(record, 'response') === undefined && conversationIn(record) !== undefined,
  read(record, header) {
    const { response: _, skip: __, ...parts } = plainRows.read(record, header);
    return { ...parts, ...(answersIn(conversationIn(record)).at(-1) ?? { skip: 'no-response' as const }) };
  },
};

/** The first member of a row that is a conversation, or the text of one; `undefined`: there is none. */
export function conversationIn(record: unknown): readonly unknown[] | undefined {
  for (const name of Object.keys(objectAt(record) ?? {}).slice(0, maxMembers)) {
    const messages = messagesOf(memberAt(record, name));
    if (messages?.some(message => answering.has(roleOf(message)))) return messages;
  }
  return undefined;
}

/** A list of messages, or one that stands in a table as JSON text. */
export function messagesOf(value: unknown): readonly unknown[] | undefined {
  const messages = listAt(dataAt(value));
  return messages.length > 0 && messages.every(message => roles.has(roleOf(message))) ? messages : undefined;
}

/** The model's messages in a conversation, in order. */
export function answersIn(messages: readonly unknown[] = []): readonly Pick<RecordParts, 'response' | 'skip'>[] {
  return messages.filter(message => answering.has(roleOf(message))).map(answerOf);
}

function roleOf(message: unknown): unknown {
  return memberAt(message, 'role') ?? memberAt(message, 'from');
}

function answerOf(message: unknown): Pick<RecordParts, 'response' | 'skip'> {
  if (memberAt(message, 'role') !== undefined) return messageResponse(message);
  const value = memberAt(message, 'value');
  // ShareGPT's call of a tool is a text.
  const call = memberAt(message, 'from') === 'function_call' ? objectAt(dataAt(value)) : undefined;
  if (call) return messageResponse({ content: null, tool_calls: [call] });
  const text = textAt(value);
  return text === undefined ? { skip: 'no-response' } : { response: text };
}
