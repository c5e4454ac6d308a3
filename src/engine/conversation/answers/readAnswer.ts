import type { Node } from 'jsonc-parser';
import type { Host } from '../../core/host.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { ModelMessage, ParseResult } from '../../core/result.ts';
import type { Edit, Span } from '../../core/span.ts';
import { appendItem } from '../../json/editItems.ts';
import { members, readJson, spanOfNode } from '../../json/jsonSource.ts';
import type { Conversation, ConversationMessage } from '../../messages/conversation.ts';
import type { Definition } from '../../parsers/definition.ts';
import { pyStr, toJsonText, toJsonValue } from '../../python/index.ts';
import { split } from '../../samples/index.ts';
import { type ParserSources, parserOf } from '../instruction/conversationParser.ts';

/** A message as the agent remembers it: `Msg`'s content, a text or a list of blocks; or why it remembers nothing. */
export type Remembered =
  | { readonly content: PyValue; readonly note: string }
  | { readonly error: { readonly class: string; readonly message: string } };

/** An assistant's message, read by the conversation's parser. */
export interface Answer {
  readonly definition: Definition;
  /** What was read: the text that the result's spans index, or a provider's message with calls. */
  readonly response: string | ModelMessage;
  readonly result: ParseResult;
  /** What the next turn holds. */
  readonly remembered: Remembered;
}

/** True for a message that a parser can read: one of the assistant's with a text or a call. */
export function isAnswer({ role, content }: ConversationMessage): boolean {
  return role === 'assistant' && (typeof content === 'string' || (isPyList(content) && content.some(isSpoken)));
}

/**
 * Reads the message at an index by the conversation's parser; `undefined` where that is not an answer, or the conversation
 * names no parser. Throws `EngineError` where the parser cannot be had, see `parserOf`.
 */
export async function readAnswer(
  conversation: Conversation,
  index: number,
  sources: ParserSources = {},
  host: Host = {},
): Promise<Answer | undefined> {
  const message = conversation.messages[index];
  if (!message || !isAnswer(message)) return undefined;
  const own = await parserOf(conversation, sources, host);
  if (!own) return undefined;
  const { definition } = own;
  const response = responseOf(message.content, definition.parserType.want === 'tool-calls');
  const result = await own.parser.parse(response);
  return { definition, response, result, remembered: remember(definition, result, message.content) };
}

/**
 * What the agent puts into its memory. AgentScope's `DictDialogAgent` stores `Msg(name, to_memory(parsed))`, and so does
 * any definition that says `keys_to_memory`; every other agent stores the answer as it was given, whether it can be read or not.
 */
function remember(definition: Definition, result: ParseResult, content: PyValue): Remembered {
  const splits = definition.parserType.framework?.dialogAgent || definition.source.config.has('keys_to_memory');
  const memory = splits ? split(definition, result)?.memory : undefined;
  if (memory)
    return 'error' in memory
      ? { error: memory.error }
      : { content: msgContent(memory.exact), note: '`to_memory` of the parsed answer' };
  if (definition.filters && splits && !result.ok)
    return { error: { class: result.error.class, message: result.error.message } };
  return { content, note: 'the answer as it was given' };
}

/** What AgentScope's `Msg` makes of a content: `None` is an empty list, what is neither a text nor a list is its `str()`. */
function msgContent(value: PyValue): PyValue {
  if (value === null) return [];
  return typeof value === 'string' || isPyList(value) ? value : pyStr(value);
}

const callTypes: readonly PyValue[] = ['tool_use', 'tool_call'];

function isSpoken(block: PyValue): boolean {
  return isPyDict(block) && (block.get('type') === 'text' || isCall(block));
}

function isCall(block: PyDict): boolean {
  return callTypes.includes(block.get('type') ?? null);
}

/**
 * An answer as a provider would give it: its text, and its calls where it has some. A message of AgentScope 2 holds all that
 * a model said in one reply: what it said last is read, but all its calls where calls are wanted.
 */
function responseOf(content: PyValue, wantsCalls: boolean): string | ModelMessage {
  if (!isPyList(content)) return String(content);
  const blocks = content.filter(isPyDict);
  const last = lastSaid(blocks);
  const text = last.flatMap(block => (block.get('type') === 'text' ? [pyStr(block.get('text') ?? '')] : [])).join('');
  const calls = (wantsCalls ? blocks : last).filter(isCall);
  if (calls.length === 0) return text;
  return {
    content: text,
    tool_calls: calls.map(call => ({
      id: pyStr(call.get('id') ?? ''),
      type: 'function',
      function: { name: pyStr(call.get('name') ?? ''), arguments: argumentsOf(call) },
    })),
  };
}

/** The blocks behind the last result or hint that have something said among them; all where there are no such. */
function lastSaid(blocks: readonly PyDict[]): readonly PyDict[] {
  let end = blocks.length;
  for (let i = blocks.length - 1; i >= -1; i--) {
    const type = blocks[i]?.get('type');
    if (i >= 0 && type !== 'tool_result' && type !== 'hint') continue;
    const said = blocks.slice(i + 1, end);
    if (said.some(isSpoken)) return said;
    end = i;
  }
  return blocks;
}

/** The arguments as a text of JSON, which AgentScope 2 keeps as it came. */
function argumentsOf(call: PyDict): string {
  const input = call.get('input') ?? new Map();
  return call.get('type') === 'tool_call' && typeof input === 'string' ? input : toJsonText(input, 0);
}

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
