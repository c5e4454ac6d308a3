import type { Definition } from '../../definition/definition.ts';
import { EngineError } from '../../errors.ts';
import { jsonDumps } from '../../python/jsonDumps.ts';
import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue, toPlain } from '../../python/value.ts';
import { pyStrip } from '../../python/whitespace.ts';
import type { ModelMessage, Repair } from '../../result.ts';
import type { Span } from '../../span.ts';
import { responseText } from '../responseParser.ts';
import { type Agent, agentOf, readAgent } from './agent.ts';
import { messageMember, readApiCall, readApiCalls } from './apiCalls.ts';
import { attemptedToolNames, valueOfType } from './chatDocument.ts';
import { usageExamples as examplesText, formatExample as exampleText } from './formatExample.ts';
import { formatInstructions as instructionPieces } from './formatInstructions.ts';
import {
  functionParameters,
  llmFunctionSchema,
  simpleSchema as simpleSchemaOf,
  strictSchema as strictSchemaOf,
} from './functionSchema.ts';
import { type AgentAnswer, handleResponse, type ToolHandler } from './handleMessage.ts';
import {
  countHistory,
  fitHistory,
  type HistoryMessage,
  type HistoryTokenizer,
  historyText as historyTextOf,
  retentionNote,
  truncatedMessage,
} from './history.ts';
import { type Candidate, findJsonCandidates } from './jsonCandidates.ts';
import { llmDocument, splitReasoning, topLevelJsonField } from './llmResponse.ts';
import { textOf } from './pieces.ts';
import { parseImperfectJson, readCandidate } from './readCandidate.ts';
import { isHandled, readResponse, senderOf } from './readResponse.ts';
import { anyTool, strictRecoveryText } from './strictRecovery.ts';
import {
  groupFormatInstructions,
  systemMessage as systemMessageOf,
  toolFormatRules,
  toolInstructions as toolInstructionsOf,
} from './systemMessage.ts';
import { readTool, type Tool, type ToolKind } from './tool.ts';
import { isVerbatimField } from './verbatimFields.ts';
import { findXmlCandidates } from './xmlCandidates.ts';
import { xmlFieldValues } from './xmlFields.ts';

/** A tool as a definition has it (`{ request, purpose, schema, … }`), plain data; its `kind` is `ToolMessage` unless it says otherwise. */
type PlainTool = unknown;
/** A definition, the keys of one (`{ tools, agent }`), or a list of tools. */
type PlainAgent = unknown;

/** A stretch between braces that may be a tool. `text` has its tabs expanded, `span` is its place in the text. */
export interface JsonCandidate extends Candidate {
  /** What is read from it as JSON text, and as a value; `null` and `undefined` where nothing can be read. Raises `EngineError` where Langroid raises. */
  readonly json: string | null;
  readonly value: unknown;
  /** Edits of the candidate's text that make JSON of it. */
  readonly repairs: readonly Repair[];
}

/** `get_json_candidates`: the stretches between braces; what is read from each (`extract_top_level_json`) is computed when asked for. */
function jsonCandidates(text: string): readonly JsonCandidate[] {
  return findJsonCandidates(text).map(candidate => {
    const read = () => readCandidate(candidate.text);
    return {
      ...candidate,
      get json() {
        const found = read();
        return found ? jsonDumps(found.value, { ensureAscii: true }) : null;
      },
      get value() {
        const found = read();
        return found && toPlain(found.value);
      },
      get repairs() {
        return read()?.repairs() ?? [];
      },
    };
  });
}

/** `extract_top_level_json`: the JSON texts that are read from the candidates. Raises `EngineError` where Langroid raises. */
function extractJson(text: string): readonly string[] {
  return jsonCandidates(text).flatMap(({ json }) => json ?? []);
}

/** `XMLToolMessage.find_candidates`. `root`: the name of the element, or a tool that has one. */
function xmlCandidates(
  text: string,
  root?: string | PlainTool,
): readonly { readonly text: string; readonly span: Span }[] {
  const isTool = typeof root === 'object' && root !== null;
  const own = isTool ? (root as { readonly root_element?: unknown }).root_element : root;
  return findXmlCandidates(text, typeof own === 'string' ? own : undefined);
}

/** `extract_field_values` of a tool's class, or of the base class. Raises `EngineError`: `XMLSyntaxError`, `AttributeError`. */
function xmlFields(text: string, tool?: PlainTool): unknown {
  return toPlain(fieldsOf(text, tool === undefined ? undefined : toolOf(tool)));
}

function fieldsOf(text: string, tool: Tool | undefined): PyDict | null {
  return xmlFieldValues(text, { isVerbatim: tag => tool !== undefined && isVerbatimField(tool.schema, tag) });
}

/** `XMLToolMessage.parse`: the tool's `model_dump()`, or `null`. Raises `EngineError`, an `XMLException`, for whatever goes wrong. */
function parseXml(text: string, tool: PlainTool): unknown {
  const made = toolOf(tool);
  const failure = (message: string) => new EngineError('XMLException', `Error parsing XML: ${message}`);
  let fields: PyDict | null;
  try {
    fields = fieldsOf(text, made);
  } catch (error) {
    throw error instanceof EngineError ? failure(error.message) : error;
  }
  if (fields === null) return null;
  const outcome = made.validate(fields);
  if (!outcome.ok) throw failure(outcome.message);
  return toPlain(outcome.value);
}

/** `llm_function_schema(request, defaults)`; with `strict` its parameters go through `format_schema_for_strict`. */
function functionSchema(
  tool: PlainTool,
  options: { request?: boolean; defaults?: boolean; strict?: boolean } = {},
): unknown {
  const schema = llmFunctionSchema(toolOf(tool), options);
  if (!options.strict) return toPlain(schema);
  return toPlain(new Map([...schema, ['parameters', strictSchemaOf(schema.get('parameters') ?? null)]]));
}

/** `format_schema_for_strict` of any schema, or, without one, of a tool's parameters with `request`. */
function strictSchema(given: PlainTool): unknown {
  const plain = fromPlain(given);
  const isTool = isPyDict(plain) && (plain.has('schema') || plain.has('request')) && !plain.has('properties');
  return toPlain(strictSchemaOf(isTool ? functionParameters(toolOf(given), { request: true }) : plain));
}

/** `simple_schema()`. */
function simpleSchema(tool: PlainTool): unknown {
  return toPlain(simpleSchemaOf(toolOf(tool)));
}

/** `usage_examples()`. Raises `EngineError` where the class refuses an example. */
function usageExamples(tool: PlainTool): string {
  return examplesText(toolOf(tool));
}

/** `format_example()` of an instance with these fields. Raises `EngineError` where the class refuses them, and where XML cannot hold them. */
function formatExample(tool: PlainTool, fields: Readonly<Record<string, unknown>>): string {
  const value = fromPlain(fields);
  return exampleText(toolOf(tool), isPyDict(value) ? value : new Map());
}

/** `format_instructions(tool=True)`. Raises like {@link usageExamples}. */
function formatInstructions(tool: PlainTool): string {
  return textOf(instructionPieces(toolOf(tool)));
}

/** `tool_format_rules()`. Raises like {@link usageExamples}. */
function formatRules(agent: PlainAgent): string {
  return textOf(toolFormatRules(agentFrom(agent)));
}

/** `tool_instructions()`. Raises like {@link usageExamples}. */
function toolInstructions(agent: PlainAgent): string {
  return toolInstructionsOf(agentFrom(agent));
}

/** The whole system message. Raises like {@link usageExamples}. */
function systemMessage(agent: PlainAgent): string {
  return systemMessageOf(agentFrom(agent));
}

/** `_strict_recovery_instructions`, for the tool that holds any usable one; without its schema with `schema: false`. `null` where no tool is usable. */
function strictRecovery(agent: PlainAgent, options: { optional?: boolean; schema?: boolean } = {}): string | null {
  const { optional = true, schema = true } = options;
  const tool = anyTool(agentFrom(agent), optional);
  if (!tool) return null;
  return strictRecoveryText(schema ? tool : undefined, optional);
}

/** `parse_imperfect_json`. Raises `EngineError`, its `ValueError`. */
function imperfectJson(text: string): unknown {
  return toPlain(parseImperfectJson(text));
}

/** `top_level_json_field`. */
function jsonField(text: string, field: string): unknown {
  return toPlain(topLevelJsonField(text, field));
}

/** `ChatDocument.get_tool_names`. Raises `EngineError` where a candidate is no object. */
function toolNames(text: string): readonly string[] {
  return attemptedToolNames(text);
}

/**
 * `ChatDocument.from_LLMResponse`. `response` is the text, `null`, or a provider's message. Raises `EngineError`, the
 * `ValidationError` of a recipient that is no string.
 */
function fromLlmResponse(
  response: string | ModelMessage | null,
  options: { readonly recognize_recipient_in_content?: boolean } = {},
): { readonly content: string; readonly recipient: string; readonly content_is_none: boolean } {
  const message = typeof response === 'object' && response !== null ? response : undefined;
  const toolCalls = messageMember(message, 'tool_calls');
  const functionCall = readApiCall(messageMember(message, 'function_call')) ?? null;
  const calls = { toolCalls: toolCalls === null ? null : readApiCalls(toolCalls), functionCall };
  const text = response === null ? null : responseText(response);
  const { content, recipient, isContentNone } = llmDocument(
    text,
    calls,
    options?.recognize_recipient_in_content !== false,
  );
  return { content, recipient, content_is_none: isContentNone };
}

/** `get_reasoning_final`. Raises `EngineError`, the `ValueError` of delimiters that do not pair. */
function reasoningFinal(
  text: string,
  delimiters: readonly string[] | { readonly thought_delimiters?: readonly string[] } = ['<think>', '</think>'],
): { readonly reasoning: string; readonly final: string } {
  const given =
    'thought_delimiters' in delimiters ? (delimiters.thought_delimiters ?? []) : (delimiters as readonly string[]);
  const [open = '<think>', close = '</think>'] = given;
  return splitReasoning(text, [open, close]);
}

/** `has_tool_message_attempt`: whether the model tried to call a tool that the agent handles. */
function hasToolAttempt(agent: PlainAgent, response: string | ModelMessage): boolean {
  const made = agentFrom(agent);
  const input = inputOf(response);
  if (senderOf(input.message) !== 'LLM') return false;
  try {
    return readResponse(made, input).calls.some(call => isHandled(made, call));
  } catch (error) {
    if (error instanceof EngineError) return error.class === 'ValidationError' || error.class === 'XMLException';
    throw error;
  }
}

/** `handle_message`: what the agent answers. `handlers` run its tools, by name. */
function handleMessage(
  agent: PlainAgent,
  response: string | ModelMessage,
  handlers: Readonly<Record<string, ToolHandler>> = {},
  tokenizer: HistoryTokenizer = {},
): AgentAnswer {
  return handleResponse(agentFrom(agent), inputOf(response), handlers, cleanTokenizer(tokenizer));
}

/** `from_ChatDocument`: a value of a type (`str`, `int`, `float`, `bool`, a tool's class, `List[…]` of one) out of a text. Raises `EngineError` like the reading of a response. */
function fromChatDocument(agent: PlainAgent, text: string, type: string): unknown {
  return toPlain(valueOfType(agentFrom(agent), text, type));
}

/** `chat_num_tokens`. Words are counted, as Langroid does by default, unless the tokenizer counts. */
function historyTokens(history: History, tokenizer: HistoryTokenizer = {}): number {
  return countHistory(messagesOf(history), cleanTokenizer(tokenizer));
}

/** `message_history_str(i)`. Raises `EngineError`, the `IndexError` of a message that is not there. */
function historyText(history: History, i?: number | null): string {
  return historyTextOf(messagesOf(history), i);
}

/** `truncate_message(idx, tokens, warning)`: the history with one message cut. Raises `EngineError` like {@link historyText}. */
function truncateMessage(
  history: History,
  idx: number,
  options: { readonly tokens?: number; readonly warning?: string; readonly tokenizer?: HistoryTokenizer } = {},
): readonly HistoryMessage[] {
  const messages = messagesOf(history);
  const at = idx < 0 ? messages.length + idx : idx;
  const message = messages[at];
  if (!message) throw new EngineError('IndexError', 'list index out of range');
  const { tokens = 5, warning = '...[Contents truncated!]', tokenizer = {} } = options;
  return messages.with(at, truncatedMessage(message, tokens, warning, cleanTokenizer(tokenizer)));
}

/** What `_max_retained_tokens` of the tool leaves of the history's message `idx`, its result: the history itself where the tool has no limit. */
function retainResult(
  history: History,
  idx: number,
  tool: PlainTool,
  tokenizer: HistoryTokenizer = {},
): readonly HistoryMessage[] {
  const { name, maxRetainedTokens: limit } = toolOf(tool);
  if (limit === undefined) return messagesOf(history);
  return truncateMessage(history, idx, { tokens: limit, warning: retentionNote(name, limit), tokenizer });
}

/** What {@link truncateHistory} is told, in Langroid's names. */
export interface TruncationOptions {
  readonly llm?: {
    readonly chat_context_length?: number;
    readonly min_output_tokens?: number;
    readonly max_output_tokens?: number;
  } | null;
  /** What comes next; `null` or absent: the last message is taken back, to be generated again. */
  readonly message?: string | null;
  readonly truncate?: boolean;
  /** The agent's settings: system message, tools, `context_overflow_strategy`. */
  readonly agent?: unknown;
  readonly tools?: unknown;
  /** The ids of API calls that wait for a result; a message is the result of the only one. */
  readonly pending_tool_calls?: readonly string[];
  readonly tokenizer?: HistoryTokenizer;
}

/**
 * `_prep_llm_messages`: the messages to send, and how many tokens the answer may have. The first message is replaced by
 * the agent's system message where `agent` is given. Nothing is sent for a blank message, for a tool that the agent handles, and without `llm`.
 * Raises `EngineError`, the `ValueError` of a history that cannot be made to fit.
 */
function truncateHistory(
  history: History,
  options: TruncationOptions = isArray(history) ? {} : (history as TruncationOptions),
): { readonly messages: readonly HistoryMessage[]; readonly output_len: number } {
  const { llm, message = null, truncate = true, tokenizer = {} } = options;
  const agent = agentOf({ tools: options.tools ?? [], agent: options.agent ?? {} });
  const nothing = { messages: [], output_len: 0 };
  if (llm === null) return nothing;
  if (message !== null && (pyStrip(message) === '' || readsHandled(agent, message))) return nothing;
  const given = messagesOf(history);
  const kept = message === null ? given.slice(0, -1) : [...given];
  const system: HistoryMessage = { role: 'system', content: systemMessageOf(agent) };
  const messages = kept.length === 0 ? [system] : options.agent ? kept.with(0, { ...kept[0], ...system }) : kept;
  if (message !== null) messages.push(nextMessage(message, options.pending_tool_calls ?? []));
  const limits = {
    contextLength: llm?.chat_context_length ?? 16_000,
    maxOutput: llm?.max_output_tokens ?? 8192,
    minOutput: llm?.min_output_tokens ?? 64,
  };
  if (!truncate) return { messages, output_len: limits.maxOutput };
  const fitted = fitHistory(messages, limits, agent.dropsTurns, cleanTokenizer(tokenizer));
  return { messages: fitted.messages, output_len: fitted.outputLength };
}

function nextMessage(content: string, pending: readonly string[]): HistoryMessage {
  const [only] = pending;
  return pending.length === 1 && only !== undefined
    ? { role: 'tool', content, tool_call_id: only }
    : { role: 'user', content };
}

function readsHandled(agent: Agent, text: string): boolean {
  try {
    return readResponse(agent, { text }).calls.some(call => isHandled(agent, call));
  } catch (error) {
    if (error instanceof EngineError) return false;
    throw error;
  }
}

/** Langroid's operations around its tools. Texts and values are plain data. */
export const langroid = Object.freeze({
  jsonCandidates,
  extractJson,
  imperfectJson,
  jsonField,
  xmlCandidates,
  xmlFields,
  parseXml,
  functionSchema,
  strictSchema,
  simpleSchema,
  usageExamples,
  formatExample,
  formatInstructions,
  groupFormatInstructions,
  formatRules,
  toolInstructions,
  systemMessage,
  strictRecovery,
  toolNames,
  fromLlmResponse,
  fromChatDocument,
  reasoningFinal,
  hasToolAttempt,
  handleMessage,
  historyTokens,
  historyText,
  truncateMessage,
  truncateHistory,
  retainResult,
});

/** Messages, or anything that has them under `messages`. */
type History = readonly HistoryMessage[] | { readonly messages: readonly HistoryMessage[] };

function messagesOf(history: History): readonly HistoryMessage[] {
  return 'messages' in history ? history.messages : history;
}

function isArray(given: unknown): given is readonly never[] {
  return Array.isArray(given);
}

/** Only functions count: whatever else describes a tokenizer says nothing here. */
function cleanTokenizer({ count, truncate }: HistoryTokenizer): HistoryTokenizer {
  return { ...(typeof count === 'function' && { count }), ...(typeof truncate === 'function' && { truncate }) };
}

function inputOf(response: string | ModelMessage) {
  const text = responseText(response);
  return typeof response === 'string' ? { text } : { text, message: response };
}

function agentFrom(given: PlainAgent): Agent {
  const definition = given as Partial<Definition> | null | undefined;
  const config = definition?.source?.config;
  return config ? readAgent(config, kindOf(config.get('type'))) : agentOf(given);
}

function toolOf(given: PlainTool): Tool {
  const plain = fromPlain(given);
  const tools = isPyDict(plain) ? (plain.get('tools') ?? null) : null;
  return readTool(
    isPyList(tools) ? (tools[0] ?? null) : plain,
    kindOf(isPyDict(plain) ? plain.get('type') : undefined),
  );
}

function kindOf(type: PyValue | undefined): ToolKind {
  return type === 'XMLToolMessage' ? type : 'ToolMessage';
}
