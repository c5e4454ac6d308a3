import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { unescapeJsonString } from '../../json/jsonStringMap.ts';
import type { ResponseInput } from '../../parsers/parser.ts';
import { draftKeys, jsonTypeOf } from '../../parsers/shared/draftHints.ts';
import { readProviderMessage, type ToolCall } from '../../parsers/shared/providerMessage.ts';
import { jsonLoads, toJsonText } from '../../python/index.ts';
import { outputTool } from './structuredOutput.ts';

/** What a model called, and the raw input that it gave. */
export interface CalledInput {
  /** Absent: the response is the input itself. */
  readonly name?: string;
  readonly input: string;
  /**
   * Where the input stands in the response: as it is, as a JSON string (`toSource` finds the place of a stretch of it), or as
   * an object that AgentScope makes a text of. Absent: it stands in no text.
   */
  readonly place?: { readonly span: Span; toSource?(stretch: Span): Span };
}

/** The keys of providers' messages that calls stand below. */
export const messageKeys = ['choices', 'output', 'content', 'tool_calls', 'message'];

/**
 * The calls that the agent reads of a response: of a provider's message, an object or the same as JSON text, those of the
 * output tool, else its first call. Any other text, or a message without calls, is the raw input; so is a text with keys of a
 * message that the schema has itself. Linear.
 */
export function calledInputs(response: ResponseInput, schema: PyDict): readonly CalledInput[] {
  const { text, message } = response;
  const isRaw = !message && isOwnInput(text ?? '', schema);
  const { toolCalls } = isRaw ? { toolCalls: [] } : readProviderMessage(response, Number.POSITIVE_INFINITY);
  const own = toolCalls.filter(({ name }) => name === outputTool);
  const calls = own.length > 0 ? own : toolCalls.slice(0, 1);
  if (calls.length === 0) return [{ input: text ?? '' }];
  return calls.map(call => called(call, message ? undefined : (text ?? '')));
}

function isOwnInput(text: string, schema: PyDict): boolean {
  const properties = schema.get('properties');
  if (!isPyDict(properties) || !messageKeys.some(key => properties.has(key))) return false;
  const read = jsonLoads(text);
  const { value } = read.ok ? read : { value: null };
  return isPyDict(value) && messageKeys.some(key => properties.has(key) && value.has(key));
}

function called(call: ToolCall, source: string | undefined): CalledInput {
  const { name, arguments: args = '' } = call;
  const common = { name: typeof name === 'string' ? name : '' };
  // Anthropic and others decode the arguments, which AgentScope keeps as a text.
  const input = typeof args === 'string' ? args : toJsonText(args, 0);
  if (source === undefined) return { ...common, input };
  const span = call.argumentsSpan;
  if (typeof args !== 'string') return { ...common, input, place: { span } };
  let offsets: Uint32Array | undefined;
  const toSource = ({ start, end }: Span): Span => {
    offsets ??= unescapeJsonString(source, span.start + 1, span.end - 1).offsets;
    return { start: offsets[start] ?? span.end, end: offsets[end] ?? span.end };
  };
  return { ...common, input, place: { span, toSource } };
}

/**
 * The keys of a definition whose schema these responses fit: providers' messages with a call of the output tool.
 * `undefined` where one has none: JSON alone may be anything. Linear.
 */
export function draftOutput(responses: readonly string[]): PyDict | undefined {
  const outputs: PyDict[] = [];
  for (const text of responses) {
    const call = calledInputs({ text }, new Map()).at(-1);
    const read = call?.name === outputTool ? jsonLoads(call.input) : undefined;
    if (!read?.ok || !isPyDict(read.value)) return undefined;
    outputs.push(read.value);
  }
  if (outputs.length === 0) return undefined;
  const { all, common } = draftKeys(outputs);
  const properties: PyDict = new Map(all.map(key => [key, schemaOf(outputs, key)]));
  const schema = new Map<string, PyValue>([
    ['type', 'object'],
    ['properties', properties],
    ['required', [...common]],
  ]);
  return new Map<string, PyValue>([
    ['kind', 'json_schema'],
    ['content_schema', schema],
  ]);
}

/** The one type that all values of a key have; `number` for whole ones and others, any value where there are more. */
function schemaOf(outputs: readonly PyDict[], key: string): PyValue {
  const types = new Set(outputs.flatMap(each => (each.has(key) ? [typeOf(each.get(key)!)] : [])));
  if (types.size === 2 && types.has('integer') && types.has('number')) types.delete('integer');
  const [type] = types;
  return new Map<string, PyValue>(types.size === 1 && type !== undefined ? [['type', type]] : []);
}

function typeOf(value: PyValue): string {
  return value === null ? 'null' : jsonTypeOf(value);
}
