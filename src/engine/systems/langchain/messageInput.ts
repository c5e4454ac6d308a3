import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { jsonValueSpan, spanFinder, withoutQuotes } from '../../json/jsonSpans.ts';
import type { ResponseInput } from '../../parsers/parser.ts';
import type { MessageParts } from '../../parsers/parserFeatures.ts';
import { jsonLoads } from '../../python/index.ts';

type Path = readonly (string | number)[];

/** A call of a message: where it and its arguments stand in the response's text. */
export interface CallPlace {
  readonly name: PyValue;
  readonly span: Span;
  readonly inner: Span;
}

/** A response as the fields of a LangChain `AIMessage`. */
export interface MessageInput {
  readonly fields: PyDict;
  /** Of its calls, in their order. */
  readonly calls: readonly CallPlace[];
  /** Where the text stands; absent: it is not in the response. */
  readonly text?: Span;
  /** Whether the input is JSON text. */
  readonly isPasted: boolean;
  /** Whether it has the fields of LangChain's own message, not a provider's. */
  readonly isOwn: boolean;
}

/** The fields of a message, with the paths of its parts in the input. */
interface Shape {
  readonly fields: PyDict;
  readonly calls: readonly { readonly name: PyValue; readonly path: Path; readonly argumentsPath: Path }[];
  readonly textPath?: Path;
  readonly isOwn?: true;
}

/**
 * The message of a response as LangChain's model classes make it: of OpenAI's message the calls are raw, in
 * `additional_kwargs`; of Anthropic's blocks and OpenAI's responses they are `tool_calls`; LangChain's own fields stay as
 * they are. JSON text of one of these is that message, any other text is the content. Linear.
 */
export function messageInput({ text: raw, message }: ResponseInput): MessageInput {
  const text = raw ?? '';
  if (message) {
    const shape = shapeOf(fromPlain(message)) ?? { fields: new Map([['content', text]]), calls: [] };
    const end = { start: text.length, end: text.length };
    return {
      fields: shape.fields,
      calls: shape.calls.map(({ name }) => ({ name, span: end, inner: end })),
      isPasted: false,
      isOwn: shape.isOwn === true,
    };
  }
  const pasted = pastedShape(text);
  if (!pasted) return { fields: new Map([['content', text]]), calls: [], isPasted: false, isOwn: false };
  const spanOf = spanFinder(text, jsonValueSpan(text, 0, text.length));
  const { fields, calls, textPath, isOwn = false } = pasted;
  return {
    fields,
    calls: calls.map(({ name, path, argumentsPath }) => {
      const inner = spanOf([...path, ...argumentsPath]);
      return { name, span: spanOf(path), inner: withoutQuotes(text, inner) };
    }),
    ...(textPath && { text: spanOf(textPath) }),
    isPasted: true,
    isOwn,
  };
}

/** The parts of a message that comes as JSON text, see `ParserType`. Linear. */
export function messagePartsOf(response: string): MessageParts | undefined {
  const { isPasted, text, calls } = messageInput({ text: response });
  if (!isPasted) return undefined;
  const [call] = calls;
  const isString = ({ start }: Span) => response.charAt(start) === '"';
  const quoted = call && { start: call.inner.start - 1, end: call.inner.end + 1 };
  return {
    ...(text && isString(text) && { text }),
    ...(call && { call: call.span }),
    ...(quoted && isString(quoted) && { arguments: quoted }),
  };
}

function pastedShape(text: string): Shape | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  const read = jsonLoads(text);
  return read.ok ? shapeOf(read.value) : undefined;
}

/** The message in a value; `undefined`: it has none of the shapes. */
function shapeOf(value: PyValue, path: Path = []): Shape | undefined {
  if (isPyList(value)) return blocksShape(value, path);
  if (!isPyDict(value)) return undefined;
  const choices = value.get('choices');
  const [choice] = isPyList(choices) ? choices : [];
  if (choice !== undefined && isPyDict(choice))
    return shapeOf(choice.get('message') ?? null, [...path, 'choices', 0, 'message']);
  for (const key of ['output', 'content'] as const) {
    const parts = value.get(key);
    const shape = isPyList(parts) && !value.has('tool_calls') ? blocksShape(parts, [...path, key]) : undefined;
    if (shape) return shape;
  }
  const isMessage =
    ['tool_calls', 'function_call', 'additional_kwargs'].some(key => value.has(key)) ||
    value.get('role') === 'assistant';
  return isMessage ? messageShape(value, path) : undefined;
}

function messageShape(value: PyDict, path: Path): Shape {
  const content = value.get('content') ?? '';
  const calls = value.get('tool_calls');
  const additional = value.get('additional_kwargs');
  const text = typeof content === 'string' && value.has('content') ? { textPath: [...path, 'content'] } : {};
  const list = isPyList(calls) ? calls : [];
  const isOwn = isPyDict(additional) || (list.length > 0 && list.every(call => isPyDict(call) && call.has('args')));
  if (isOwn) {
    const raw = isPyDict(additional) ? (additional.get('tool_calls') ?? null) : null;
    const isRaw = list.length === 0 && isPyList(raw);
    const entries = isRaw
      ? placesOf(raw, [...path, 'additional_kwargs', 'tool_calls'])
      : placesOf(list, [...path, 'tool_calls']);
    const call = isPyDict(additional) ? callPlace(additional, [...path, 'additional_kwargs']) : [];
    return { fields: new Map([...value, ['content', content]]), calls: [...entries, ...call], ...text, isOwn: true };
  }
  const kwargs = new Map<string, PyValue>();
  if (isPyList(calls) && calls.length > 0) kwargs.set('tool_calls', calls);
  const call = value.get('function_call');
  if (call !== undefined && call !== null) kwargs.set('function_call', call);
  const fields = new Map<string, PyValue>([
    ['content', content],
    ['additional_kwargs', kwargs],
  ]);
  return { fields, calls: [...placesOf(list, [...path, 'tool_calls']), ...callPlace(value, path)], ...text };
}

function callPlace(value: PyDict, path: Path): Shape['calls'] {
  const call = value.get('function_call');
  if (!isPyDict(call)) return [];
  return [{ name: call.get('name') ?? null, path: [...path, 'function_call'], argumentsPath: ['arguments'] }];
}

function placesOf(calls: readonly PyValue[], path: Path): Shape['calls'] {
  return calls.flatMap((call, i) => {
    if (!isPyDict(call)) return [];
    const made = call.get('function');
    if (isPyDict(made))
      return [{ name: made.get('name') ?? null, path: [...path, i], argumentsPath: ['function', 'arguments'] }];
    return [{ name: call.get('name') ?? null, path: [...path, i], argumentsPath: ['args'] }];
  });
}

/** Anthropic's blocks and the output of OpenAI's responses, whose calls LangChain's classes read themselves. */
function blocksShape(blocks: readonly PyValue[], path: Path): Shape | undefined {
  const calls: Shape['calls'][number][] = [];
  const made: PyValue[] = [];
  const raw: PyValue[] = [];
  for (const [i, block] of blocks.entries()) {
    if (!isPyDict(block) || typeof block.get('type') !== 'string') return undefined;
    const type = block.get('type');
    const name = block.get('name') ?? null;
    if (type === 'tool_use') {
      made.push(
        new Map([
          ['name', name],
          ['args', block.get('input') ?? new Map()],
          ['id', block.get('id') ?? null],
        ]),
      );
      calls.push({ name, path: [...path, i], argumentsPath: ['input'] });
    } else if (type === 'function_call') {
      const fn = new Map([
        ['name', name],
        ['arguments', block.get('arguments') ?? null],
      ]);
      raw.push(
        new Map<string, PyValue>([
          ['id', block.get('call_id') ?? null],
          ['function', fn],
        ]),
      );
      calls.push({ name, path: [...path, i], argumentsPath: ['arguments'] });
    }
  }
  const isText = blocks.some(block => isPyDict(block) && /^(?:text|message)$/.test(String(block.get('type'))));
  if (calls.length === 0 && !isText) return undefined;
  const fields = new Map<string, PyValue>([['content', blocks]]);
  if (made.length > 0) fields.set('tool_calls', made);
  if (raw.length > 0) fields.set('additional_kwargs', new Map([['tool_calls', raw]]));
  return { fields, calls };
}
