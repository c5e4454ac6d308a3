import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyList, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { readJson, toPython } from '../../json/jsonSource.ts';
import { jsonLoads } from '../../python/index.ts';

/** A conversation as chat templates take it. */
export interface ChatConversation {
  readonly messages: PyList;
  /** What the file says under `tools`; `null`: nothing. */
  readonly tools: PyValue;
}

/** A conversation whose last message is rendered and read again. */
export interface TripConversation {
  readonly name: string;
  readonly messages: PyList;
  /** The tools that the model is told of; absent: those of the built-in conversations. */
  readonly tools?: PyValue;
}

/** The blocks of AgentScope's messages that chat templates know in another form. */
const otherBlocks = ['thinking', 'tool_use', 'tool_call', 'tool_result'];

/**
 * Reads a conversation file: a list of messages, an object with `messages` and perhaps `tools`, or one message a line
 * (`.jsonl`). Messages with `role` and `content` stay as they are, but that a call's arguments are an object where they are
 * the text of one; AgentScope's, in blocks, become such messages, with thoughts under the key `reasoning`. Raises
 * `ValueError` for what is not a conversation.
 */
export function readChatConversation(
  text: string,
  fileName: string,
  reasoning = 'reasoning_content',
): ChatConversation {
  const value = /\.(?:jsonl|ndjson)$/i.test(fileName) ? readLines(text) : readWhole(text);
  const list = isPyDict(value) ? (value.get('messages') ?? null) : value;
  if (!isPyList(list) || list.length === 0 || !list.every(isPyDict))
    throw new EngineError('ValueError', `${fileName} holds no list of messages.`);
  const messages = list as readonly PyDict[];
  const hasBlocks = messages.some(message => blocksOf(message).some(block => otherBlocks.includes(typeOf(block))));
  return {
    messages: messages.flatMap(message => (hasBlocks ? fromBlocks(message, reasoning) : [withArguments(message)])),
    tools: isPyDict(value) ? (value.get('tools') ?? null) : null,
  };
}

function readWhole(text: string): PyValue {
  const { root, problems } = readJson(text);
  const [first] = problems;
  if (first) throw new EngineError('ValueError', first.message);
  return root ? toPython(root, text) : null;
}

function readLines(text: string): PyValue {
  return text.split(/\r?\n/).flatMap((line, i) => {
    if (line.trim() === '') return [];
    const read = jsonLoads(line);
    if (!read.ok) throw new EngineError('ValueError', `Line ${i + 1}: ${read.error.message}`);
    return [read.value];
  });
}

function blocksOf(message: PyDict): readonly PyDict[] {
  const content = message.get('content');
  return isPyList(content) ? content.filter(isPyDict) : [];
}

function typeOf(block: PyDict): string {
  const type = block.get('type');
  return typeof type === 'string' ? type : '';
}

/** A message with the arguments of its calls as objects. */
function withArguments(message: PyDict): PyDict {
  const calls = message.get('tool_calls');
  if (!isPyList(calls)) return message;
  const read = calls.map(call => {
    const inner = isPyDict(call) ? (call.get('function') ?? null) : null;
    if (!isPyDict(call) || !isPyDict(inner) || !inner.has('arguments')) return call;
    const called = new Map(inner).set('arguments', objectOf(inner.get('arguments') ?? null));
    return new Map(call).set('function', called);
  });
  return new Map(message).set('tool_calls', read);
}

/** The object that a text holds; anything else as it is. */
function objectOf(value: PyValue): PyValue {
  if (typeof value !== 'string') return value;
  const read = jsonLoads(value);
  return read.ok && isPyDict(read.value) ? read.value : value;
}

/** One of AgentScope's messages: what is said, thought and called in one, and each result in one of its own. */
function fromBlocks(message: PyDict, reasoning: string): readonly PyDict[] {
  const content = message.get('content') ?? null;
  const role = message.get('role') ?? 'user';
  if (!isPyList(content))
    return [
      new Map<string, PyValue>([
        ['role', role],
        ['content', content],
      ]),
    ];
  const texts: string[] = [];
  const thoughts: string[] = [];
  const calls: PyValue[] = [];
  const results: PyDict[] = [];
  for (const block of content) {
    const type = isPyDict(block) ? typeOf(block) : '';
    if (!isPyDict(block)) texts.push(typeof block === 'string' ? block : `[${pyTypeName(block)}]`);
    else if (type === 'thinking') thoughts.push(textOf(block.get('thinking')));
    else if (type === 'tool_use' || type === 'tool_call') calls.push(callOf(block));
    else if (type === 'tool_result') results.push(resultOf(block));
    else texts.push(type === 'text' ? textOf(block.get('text')) : `[${type}]`);
  }
  const said = new Map<string, PyValue>([
    ['role', role],
    ['content', texts.join('\n')],
    ...(thoughts.length > 0 ? [[reasoning, thoughts.join('\n')] as const] : []),
    ...(calls.length > 0 ? [['tool_calls', calls] as const] : []),
  ]);
  return results.length > 0 && said.size === 2 && texts.length === 0 ? results : [said, ...results];
}

function callOf(block: PyDict): PyDict {
  const called = new Map<string, PyValue>([
    ['name', block.get('name') ?? ''],
    ['arguments', objectOf(block.get('input') ?? new Map())],
  ]);
  return new Map<string, PyValue>([
    ['type', 'function'],
    ...(block.has('id') ? [['id', block.get('id') ?? null] as const] : []),
    ['function', called],
  ]);
}

function resultOf(block: PyDict): PyDict {
  const output = block.get('output') ?? '';
  const content = isPyList(output)
    ? output.map(part => (isPyDict(part) ? textOf(part.get('text')) : textOf(part))).join('\n')
    : textOf(output);
  return new Map<string, PyValue>([
    ['role', 'tool'],
    ...(block.has('name') ? [['name', block.get('name') ?? null] as const] : []),
    ...(block.has('id') ? [['tool_call_id', block.get('id') ?? null] as const] : []),
    ['content', content],
  ]);
}

function textOf(value: PyValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The conversations that end with the answers of one: each answer is rendered and read again behind what was before it. */
export function tripsThrough(name: string, { messages, tools }: ChatConversation): readonly TripConversation[] {
  return messages.flatMap((message, i) =>
    isPyDict(message) && message.get('role') === 'assistant' && i > 0
      ? [{ name: `${name}: message ${i + 1}`, messages: messages.slice(0, i + 1), tools }]
      : [],
  );
}
