import { EngineError, ResponseError } from '../../core/errors.ts';
import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { pyRepr, pyStrip } from '../../python/index.ts';
import type { Agent } from './agent.ts';
import { parseImperfectJson } from './readCandidate.ts';
import { type Recognised, type ToolCall, validated } from './recognise.ts';

/** A function call of a provider's message: `arguments` are a dict, `null` where there are none. */
export interface ApiCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: PyDict | null;
}

/**
 * The `tool_calls` of a message in OpenAI's shape, as Langroid reads them: line feeds are taken out of the arguments, which
 * may be imperfect JSON; a `request` in them takes the place of the name. Raises `ResponseError`, the `ValueError` of arguments that are not object.
 */
export function readApiCalls(calls: PyValue): readonly ApiCall[] {
  if (!isPyList(calls)) return [];
  return calls.flatMap(item => {
    const call = isPyDict(item) ? item : new Map<string, PyValue>();
    const id = call.get('id');
    const read = readApiCall(call.get('function') ?? null);
    return read ? [{ ...read, id: typeof id === 'string' ? id : '' }] : [];
  });
}

/** One `function` of a message. Raises like {@link readApiCalls}. */
export function readApiCall(call: PyValue): ApiCall | undefined {
  if (!isPyDict(call)) return undefined;
  const values = readArguments(call.get('arguments') ?? null);
  const request = values?.get('request') ?? null;
  const name = pyStrip(String(call.get('name') ?? '').replaceAll('functions', ''));
  if (values === null || request === null || request === '') return { id: '', name, arguments: values };
  const others = new Map([...values].filter(([key]) => key !== 'request'));
  return { id: '', name: typeof request === 'string' ? request : pyRepr(request), arguments: others };
}

function readArguments(args: PyValue): PyDict | null {
  if (args === null || isPyDict(args)) return args;
  if (typeof args !== 'string') throw new ResponseError('ValueError', 'The arguments of a call have to be a string');
  const text = pyStrip(args.replaceAll('\n', ''));
  let value: PyValue;
  try {
    value = parseImperfectJson(text);
  } catch (error) {
    if (error instanceof EngineError) throw new ResponseError(error.class, error.message, { toolError: false });
    throw error;
  }
  if (isPyDict(value)) return value;
  const message = `
                        Invalid function args: ${text}
                        parsed as ${pyRepr(value)},
                        which is not a valid dict.
                        `;
  throw new ResponseError('ValueError', message, { toolError: false });
}

/** `get_oai_tool_calls_classes`: calls of unknown tools are passed over; where there are no others, that is an error of the model. Raises `ResponseError`, the first `ValidationError`. */
export function recogniseApiCalls(agent: Agent, calls: readonly ApiCall[], isFromLlm: boolean): Recognised {
  const found: ToolCall[] = [];
  for (const call of calls) {
    const tool = handledTool(agent, call.name);
    if (!tool) continue;
    const value = validated(tool, withRequest(call), { toolError: isFromLlm });
    found.push({ tool, value: new Map([...value, ['id', call.id]]) });
  }
  return { calls: found, toolError: found.length === 0 && isFromLlm, repairs: [] };
}

/** `get_function_call_class`. Raises like {@link recogniseApiCalls}. */
export function recogniseFunctionCall(agent: Agent, call: ApiCall, isFromLlm: boolean): Recognised {
  const tool = handledTool(agent, call.name);
  if (!tool) return { calls: [], toolError: isFromLlm && !agent.tools.has(call.name), repairs: [] };
  const value = validated(tool, withRequest(call), { toolError: isFromLlm });
  return { calls: [{ tool, value }], toolError: false, repairs: [] };
}

function handledTool(agent: Agent, name: string) {
  const tool = agent.tools.get(name);
  return tool?.handle ? tool : undefined;
}

function withRequest(call: ApiCall): PyDict {
  return new Map<string, PyValue>([...(call.arguments ?? []), ['request', call.name]]);
}

/** A member of a provider's message as a Python value. */
export function messageMember(message: unknown, key: string): PyValue {
  if (typeof message !== 'object' || message === null) return null;
  return fromPlain((message as Readonly<Record<string, unknown>>)[key]);
}
