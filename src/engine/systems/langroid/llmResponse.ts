import { EngineError, ResponseError } from '../../core/errors.ts';
import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { pyRepr, pyStrip } from '../../python/index.ts';
import { errorMessage } from '../../validation/index.ts';
import type { Agent } from './agent.ts';
import { expandTabs, findJsonCandidates } from './candidates.ts';
import { parseImperfectJson, type Recognised, readCandidate, type ToolCall, validated } from './recognise.ts';

/** A text with its reasoning apart; `start` is where `final` stands in it. */
export interface SplitReasoning {
  readonly reasoning: string;
  readonly final: string;
  readonly start: number;
}

/** `get_reasoning_final`: what stands between the delimiters, and what follows; text before is lost, and so is a second block. Raises the `ValueError` of delimiters that do not pair. */
export function splitReasoning(text: string, [open, close]: readonly [string, string]): SplitReasoning {
  if (!text.includes(open) || !text.includes(close)) return { reasoning: '', final: text, start: 0 };
  if (open === '' || close === '') throw new EngineError('ValueError', 'empty separator');
  const begin = text.indexOf(open) + open.length;
  const next = text.indexOf(open, begin);
  const parts = text.slice(begin, next === -1 ? text.length : next).split(close);
  const [reasoning, final] = parts;
  if (parts.length > 2) throw new EngineError('ValueError', 'too many values to unpack (expected 2)');
  if (reasoning === undefined || final === undefined)
    throw new EngineError('ValueError', 'not enough values to unpack (expected 2, got 1)');
  return { reasoning, final, start: begin + reasoning.length + close.length };
}

const blanks = ' \\t\\n\\r';
const addressed = new RegExp(`^[${blanks}]*TO\\[[${blanks}]*([A-Za-z0-9]+)[${blanks}]*\\]:`);

/** `parse_message`: the name in `TO[name]:`, and the text behind it, with its tabs expanded; no name where it does not begin so. */
function splitRecipient(text: string): { recipient: string; content: string } {
  const match = addressed.exec(text);
  if (!match) return { recipient: '', content: text };
  const expanded = expandTabs(text).text;
  const behind = expanded.slice(addressed.exec(expanded)?.[0].length ?? 0);
  return { recipient: match[1] ?? '', content: behind.replace(/^[ \t\n\r]+/, '') };
}

/** `top_level_json_field`: the field's value in the first JSON object of the text that has it; `""` where none has. Never raises. */
export function topLevelJsonField(text: string, field: string): PyValue {
  let values: readonly PyValue[];
  try {
    values = findJsonCandidates(text).flatMap(candidate => readCandidate(candidate.text)?.value ?? []);
  } catch (error) {
    // Where reading one raises, the function gives up.
    if (error instanceof EngineError) return '';
    throw error;
  }
  for (const value of values)
    for (const item of isPyList(value) ? value : [value])
      if (isPyDict(item) && item.has(field)) return item.get(field) ?? null;
  return '';
}

/** What becomes of a model's answer when it enters the dialog. */
export interface LlmDocument {
  readonly content: string;
  readonly recipient: string;
  /** Whether the answer had no content, not an empty one. */
  readonly isContentNone: boolean;
}

/**
 * `ChatDocument.from_LLMResponse`: the recipient, from a call's arguments, from `TO[name]:` or from the JSON in the text, and the
 * content. Raises the `ValidationError` of a recipient that is not a string.
 */
export function llmDocument(
  text: string | null,
  calls: { readonly toolCalls: readonly ApiCall[] | null; readonly functionCall: ApiCall | null },
  recognizesRecipient: boolean,
): LlmDocument {
  const { recipient, content } = recipientAndContent(text ?? '', calls, recognizesRecipient);
  const stripped = pyStrip(content);
  return {
    content: stripped === "''" || stripped === '""' ? '' : stripped,
    recipient: checkedRecipient(recipient),
    isContentNone: text === null,
  };
}

function recipientAndContent(
  text: string,
  { toolCalls, functionCall }: { toolCalls: readonly ApiCall[] | null; functionCall: ApiCall | null },
  recognizesRecipient: boolean,
): { recipient: PyValue; content: string } {
  if (functionCall) return { recipient: functionCall.arguments?.get('recipient') ?? '', content: '' };
  for (const call of toolCalls ?? []) {
    const recipient = call.arguments?.get('recipient') ?? null;
    if (recipient !== null && recipient !== '') return { recipient, content: '' };
  }
  if (!recognizesRecipient) return { recipient: '', content: text };
  const { recipient, content } = splitRecipient(text);
  if (recipient !== '') return { recipient, content };
  return { recipient: text === '' ? '' : topLevelJsonField(text, 'recipient'), content: text };
}

function checkedRecipient(recipient: PyValue): string {
  if (typeof recipient === 'string') return recipient;
  const message = errorMessage('ChatDocMetaData', [
    {
      type: 'string_type',
      msg: 'Input should be a valid string',
      input: recipient,
      place: { outer: undefined, key: 'recipient', label: false },
      within: false,
    },
  ]);
  throw new ResponseError('ValidationError', message, {});
}

/** A function call of a provider's message: `arguments` are a dict, `null` where there are none. */
interface ApiCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: PyDict | null;
}

/**
 * The `tool_calls` of a message in OpenAI's shape, as Langroid reads them: without the line feeds of the arguments, which may
 * be imperfect JSON; a `request` in them takes the place of the name. Raises `ResponseError`, the `ValueError` of arguments
 * that are not object.
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
