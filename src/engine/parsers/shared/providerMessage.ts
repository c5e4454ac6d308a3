import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { jsonValueSpan, spanAtPath, withoutQuotes } from '../../json/jsonSpans.ts';
import { jsonLoads } from '../../python/index.ts';
import type { ResponseInput } from '../parser.ts';
import type { MessageParts } from '../parserFeatures.ts';

/** A part of the response; `inner` where it has tags or quotes. */
export interface FieldSpans {
  readonly span: Span;
  readonly inner?: Span;
}

/** A call of a tool; `name` and `arguments` are `undefined` where the entry has none that is known. */
export interface ToolCall {
  readonly name: PyValue | undefined;
  /** A JSON text, or what it decodes to. */
  readonly arguments: PyValue | undefined;
  readonly place: FieldSpans;
  /** Of the arguments alone. */
  readonly argumentsSpan: Span;
}

/** A model's message with its calls, whatever the provider. */
export interface ProviderMessage {
  /** `null` is Python's `None`. */
  readonly text: string | null;
  readonly textPlace: FieldSpans;
  readonly callCount: number;
  /** The calls, as many of the first as were asked for; their places are found when they are asked for. */
  readonly toolCalls: readonly ToolCall[];
  /** Whose shape it is, such as `an Anthropic message`; absent for plain text and for SWE-agent's own shape. */
  readonly recognised?: string;
  /** Whether it was given as JSON text. */
  readonly isPasted: boolean;
}

type Path = readonly (string | number)[];

/** What of a message is read, and where it is. */
interface Shape {
  readonly recognised?: string;
  readonly text: string | null;
  readonly textPath?: Path;
  readonly calls: readonly { readonly entry: PyValue; readonly path: Path }[];
}

/**
 * The message of a response: an object as a provider returns it (OpenAI's chat completions and responses, Anthropic's
 * messages, SWE-agent's own `{message, tool_calls}`), whole or only the message in it; or the same as JSON text; or
 * plain text. Spans index the response's text; what is not in it stands at its end. Linear. `maxCalls`: more calls are not
 * looked at.
 */
export function readProviderMessage({ text: ownText, message }: ResponseInput, maxCalls = 2): ProviderMessage {
  const text = ownText ?? '';
  const pasted = message ? undefined : pastedShape(text);
  if (pasted) {
    const whole = jsonValueSpan(text, 0, text.length);
    return messageOf(pasted, path => spanAtPath(text, whole, path), text, true, maxCalls);
  }
  const end = { start: text.length, end: text.length };
  const all = { start: 0, end: text.length };
  const shape = (message && shapeOf(fromPlain(message))) ?? { text: ownText, calls: [] };
  return messageOf(
    { ...shape, text: ownText ?? shape.text },
    path => (path === shape.textPath ? all : end),
    text,
    false,
    maxCalls,
  );
}

/** The parts of a message that was given as JSON text, see `ParserType`. Linear. */
export function messagePartsOf(response: string): MessageParts | undefined {
  const { isPasted, textPlace, toolCalls } = readProviderMessage({ text: response });
  if (!isPasted) return undefined;
  const [call] = toolCalls;
  const isString = ({ start, end }: Span) => end > start && response.charAt(start) === '"';
  return {
    ...(isString(textPlace.span) && { text: textPlace.span }),
    ...(call && { call: call.place.span }),
    ...(call && isString(call.argumentsSpan) && { arguments: call.argumentsSpan }),
  };
}

function messageOf(
  shape: Shape,
  spanAt: (path: Path) => Span,
  source: string,
  isPasted: boolean,
  maxCalls: number,
): ProviderMessage {
  const { recognised, text, textPath, calls } = shape;
  const place = (span: Span): FieldSpans => ({ span, inner: isPasted ? withoutQuotes(source, span) : span });
  return {
    text,
    textPlace: textPath ? place(spanAt(textPath)) : { span: { start: 0, end: isPasted ? 0 : source.length } },
    callCount: calls.length,
    toolCalls: calls.slice(0, maxCalls).map(({ entry, path }) => {
      const { name, arguments: args, argumentsPath } = readEntry(entry);
      return {
        name,
        arguments: args,
        get place() {
          return { span: spanAt(path) };
        },
        get argumentsSpan() {
          return spanAt([...path, ...argumentsPath]);
        },
      };
    }),
    ...(recognised !== undefined && { recognised }),
    isPasted,
  };
}

/** JSON text that is a message; prose, and JSON of any other kind, is not. */
function pastedShape(text: string): Shape | undefined {
  const first = /\S/.exec(text)?.[0];
  if (first !== '{' && first !== '[') return undefined;
  const result = jsonLoads(text);
  return result.ok ? shapeOf(result.value) : undefined;
}

function shapeOf(value: PyValue, path: Path = []): Shape | undefined {
  if (isPyList(value)) return blockShape(value, path);
  if (!isPyDict(value)) return undefined;
  const choices = value.get('choices');
  const [choice] = isPyList(choices) ? choices : [];
  if (choice !== undefined && isPyDict(choice))
    return shapeOf(choice.get('message') ?? null, [...path, 'choices', 0, 'message']);
  const output = value.get('output');
  if (isPyList(output)) return outputShape(output, [...path, 'output']);
  const content = value.get('content');
  const calls = value.get('tool_calls');
  if (isPyList(content)) {
    const shape = blockShape(content, [...path, 'content']);
    if (shape && isPyList(calls)) return { ...shape, ...callsOf(calls, path) };
    return shape;
  }
  const key = value.has('message') ? 'message' : 'content';
  const text = value.get(key) ?? null;
  if (text !== null && typeof text !== 'string') return undefined;
  if (!value.has('tool_calls') && !(value.get('role') === 'assistant' || key === 'message')) return undefined;
  return {
    ...(key === 'content' && { recognised: 'an OpenAI message' }),
    text,
    ...(value.has(key) && { textPath: [...path, key] }),
    calls: [],
    ...(isPyList(calls) && callsOf(calls, path)),
  };
}

function callsOf(calls: readonly PyValue[], path: Path): Pick<Shape, 'calls'> {
  return { calls: calls.map((entry, i) => ({ entry, path: [...path, 'tool_calls', i] })) };
}

/** Anthropic's content: blocks of text, thinking and tool use. */
function blockShape(blocks: readonly PyValue[], path: Path): Shape | undefined {
  return partsShape('an Anthropic message', blocks, path, block => ({
    isCall: block.get('type') === 'tool_use',
    text: block.get('type') === 'text' ? (block.get('text') ?? null) : null,
    textPath: ['text'],
  }));
}

/** The output of OpenAI's Responses API: messages and function calls. */
function outputShape(items: readonly PyValue[], path: Path): Shape | undefined {
  return partsShape('an OpenAI response', items, path, item => {
    const content = item.get('content');
    const [part] = isPyList(content) ? content : [];
    return {
      isCall: item.get('type') === 'function_call',
      text: part !== undefined && isPyDict(part) ? (part.get('text') ?? null) : null,
      textPath: ['content', 0, 'text'],
    };
  });
}

/** A message in parts, its texts put together without separator. */
function partsShape(
  recognised: string,
  parts: readonly PyValue[],
  path: Path,
  read: (part: PyDict) => { readonly isCall: boolean; readonly text: PyValue; readonly textPath: Path },
): Shape | undefined {
  const calls: { readonly entry: PyValue; readonly path: Path }[] = [];
  const texts: string[] = [];
  let textPath: Path | undefined;
  for (const [i, part] of parts.entries()) {
    if (!isPyDict(part) || typeof part.get('type') !== 'string') return undefined;
    const each = read(part);
    if (each.isCall) calls.push({ entry: part, path: [...path, i] });
    if (typeof each.text !== 'string') continue;
    texts.push(each.text);
    textPath ??= [...path, i, ...each.textPath];
  }
  if (parts.length === 0 || (calls.length === 0 && texts.length === 0)) return undefined;
  return { recognised, text: texts.join(''), ...(textPath && { textPath }), calls };
}

/** Name and arguments of a call: OpenAI's `function` object, Anthropic's `input`, or both keys at the entry itself. */
function readEntry(entry: PyValue): Pick<ToolCall, 'name' | 'arguments'> & { readonly argumentsPath: Path } {
  if (!isPyDict(entry)) return { name: undefined, arguments: undefined, argumentsPath: [] };
  const fn = entry.get('function');
  if (isPyDict(fn))
    return { name: fn.get('name'), arguments: fn.get('arguments'), argumentsPath: ['function', 'arguments'] };
  const key = entry.has('input') && !entry.has('arguments') ? 'input' : 'arguments';
  return { name: entry.get('name'), arguments: entry.get(key), argumentsPath: [key] };
}
