import { dataAt, listAt, memberAt, objectAt, textAt } from '../../json/plainData.ts';
import type { LogReader, RecordParts } from '../../messages/logReader.ts';
import { blocksResponse, messageResponse, type ToolCall, thoughtBeside, withCallsBeside } from './messageResponse.ts';
import { plainRows } from './plainRows.ts';

/** What the model is called in conversations: OpenAI's word, ShareGPT's, Gemini's, … */
const answering: ReadonlySet<unknown> = new Set(['assistant', 'gpt', 'model', 'bot', 'chatgpt', 'ai', 'function_call']);
const roles: ReadonlySet<unknown> = new Set([
  ...answering,
  ...['system', 'developer', 'user', 'human', 'tool', 'function', 'observation', 'function_response'],
]);
type AnswerParts = Pick<RecordParts, 'response' | 'skip' | 'isThought'>;
/** How many members of a row are looked at. */
const maxMembers = 100;

/** Rows that have a whole conversation in a column, as data sets have them: the model's last message is the answer. */
export const conversationTurns: LogReader = {
  name: 'conversation',
  title: 'a column of messages (OpenAI, ShareGPT)',
  field: 'the last answer of a conversation',
  recognises: record => memberAt(record, 'response') === undefined && conversationIn(record) !== undefined,
  read(record, header) {
    const { response: _, skip: __, isThought: ___, ...parts } = plainRows.read(record, header);
    const answer = answersIn(conversationIn(record)).at(-1) ?? { skip: 'no-response' as const };
    const withCalls = withCallsBeside(answer.response, record);
    return { ...parts, ...answer, ...(withCalls !== undefined && { response: withCalls }) };
  },
};

/** The first member of a row that is a conversation, or the text of one; `undefined`: there is none. */
export function conversationIn(record: unknown): readonly unknown[] | undefined {
  const [name] = conversationNames(record);
  return name === undefined ? undefined : messagesOf(memberAt(record, name));
}

/** The members of a row that are conversations, or texts of such, in which a model answers. */
export function conversationColumns(record: unknown): readonly string[] {
  return [...conversationNames(record)];
}

function* conversationNames(record: unknown): Generator<string> {
  for (const name of Object.keys(objectAt(record) ?? {}).slice(0, maxMembers))
    if (messagesOf(memberAt(record, name))?.some(message => answering.has(roleOf(message)))) yield name;
}

/** A list of messages, or one that stands in a table as JSON text. */
export function messagesOf(value: unknown): readonly unknown[] | undefined {
  const messages = listAt(dataAt(value));
  return messages.length > 0 && messages.every(message => roles.has(roleOf(message))) ? messages : undefined;
}

/** The model's messages in a conversation, in order. */
export function answersIn(messages: readonly unknown[] = []): readonly AnswerParts[] {
  return messages.filter(message => answering.has(roleOf(message))).map(answerOf);
}

function roleOf(message: unknown): unknown {
  return memberAt(message, 'role') ?? memberAt(message, 'from');
}

function answerOf(message: unknown): AnswerParts {
  if (memberAt(message, 'role') !== undefined && memberAt(message, 'content') === undefined) {
    const parts = listAt(memberAt(message, 'parts'));
    if (parts.length > 0) return { ...partsResponse(parts), ...thoughtBeside(message) };
  }
  if (memberAt(message, 'role') !== undefined) return messageResponse(message);
  const value = memberAt(message, 'value');
  // ShareGPT's call of a tool is a text.
  const call = memberAt(message, 'from') === 'function_call' ? objectAt(dataAt(value)) : undefined;
  if (call) return messageResponse({ content: null, tool_calls: [call] });
  const text = textAt(value);
  return text === undefined ? { skip: 'no-response' } : { response: text };
}

/** The parts of a message as Gemini has them in its `contents`, or OpenTelemetry in its `gen_ai` attributes. */
function partsResponse(parts: readonly unknown[]): Pick<RecordParts, 'response' | 'skip'> {
  const said = parts.filter(part => memberAt(part, 'thought') !== true && memberAt(part, 'type') !== 'reasoning');
  const texts = said.flatMap(part => {
    const isText = memberAt(part, 'type') === undefined || memberAt(part, 'type') === 'text';
    return (isText ? textAt(memberAt(part, 'text') ?? memberAt(part, 'content')) : undefined) ?? [];
  });
  const calls = said.flatMap((part): readonly ToolCall[] => {
    const call = objectAt(memberAt(part, 'functionCall') ?? memberAt(part, 'function_call'));
    if (call) return [{ id: call.id ?? call.name, name: call.name, input: call.args }];
    if (memberAt(part, 'type') !== 'tool_call') return [];
    return [{ id: memberAt(part, 'id'), name: memberAt(part, 'name'), input: memberAt(part, 'arguments') }];
  });
  return texts.length === 0 && calls.length === 0 ? { skip: 'no-response' } : blocksResponse(texts, calls);
}
