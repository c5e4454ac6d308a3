import {
  type Answered,
  type Conversation,
  EngineError,
  type FormatConversationOptions,
  type FormatResult,
  formatConversation,
  type Host,
  isPyDict,
  isPyList,
  type PyDict,
  type PyValue,
} from '../engine/index.ts';
import { type AskOptions, askModel, modelRequest } from './askModel.ts';
import type { ModelAddress } from './modelAddress.ts';
import type { ModelRequest } from './modelApi.ts';
import { formatterFor } from './modelApis.ts';
import { type ModelReply, responseOf, responsesAnswerOf } from './modelReply.ts';
import type { AnswerUsage } from './usageTally.ts';

/** A model and how its payload is made. */
export interface ModelTarget {
  readonly address: ModelAddress;
  /** What the conversation is formatted with beside its file: media, a counter, a limit. */
  readonly format?: FormatConversationOptions;
  /** Members of the body that the user set. */
  readonly parameters?: PyDict;
  /** What the framework sets in the request beside its tools, see `RunStart`. */
  readonly bound?: PyDict | undefined;
  /** What holds the model to a format, a part of the body. */
  readonly constraint?: PyDict | undefined;
  /** Whether to give the answer as OpenAI's Responses API has it, see `RunStart`. */
  readonly readsResponsesApi?: boolean;
  readonly host: Host;
}

/** An answer with all that its line in a log says of it. */
export interface AskedConversation extends Answered {
  readonly request: ModelRequest;
  /** The formatted conversation, as counters take it. */
  readonly payload: unknown;
  readonly reply?: ModelReply;
  readonly attempts: number;
  readonly ms: number;
  /** Why there is no answer. */
  readonly error?: string;
  /** The provider does not take the key (401, 403). */
  readonly isKeyRefused?: true;
  /** What formatting warns of. */
  readonly warnings: readonly string[];
  /** Tokens by our own counter, where they were counted. */
  readonly own?: AnswerUsage['own'];
}

/**
 * What is sent for a conversation, exactly but for the key: its payload by the formatter of the model's provider. Throws
 * `EngineError` where the formatter raises.
 */
export async function requestFor(
  conversation: Conversation,
  { address, format, parameters, bound, constraint, host }: ModelTarget,
): Promise<{
  readonly request: ModelRequest;
  readonly payload: unknown;
  readonly formatter: string;
  readonly warnings: readonly string[];
}> {
  const formatter = formatterFor(address, format?.formatter ?? conversation.formatter);
  const result = await payloadToSend(conversation, { ...format, formatter }, host);
  const tools = conversation.tools;
  const plain = modelRequest(
    address,
    {
      payload: result.exactPayload as readonly PyValue[] | PyDict,
      ...(tools && { tools }),
      ...(bound && { bound }),
      ...(parameters && { parameters }),
    },
    formatter,
  );
  const request = constraint ? { ...plain, body: withConstraint(plain.body, constraint, parameters) } : plain;
  return { request, payload: result.payload, formatter, warnings: result.warnings };
}

/** Asks a model with a conversation. Throws what {@link requestFor} throws, and `ModelFailure` of kind `cancelled`. */
export async function askConversation(
  conversation: Conversation,
  target: ModelTarget,
  options: AskOptions,
): Promise<AskedConversation> {
  const { request, payload, formatter, warnings } = await requestFor(conversation, target);
  const { reply, failure, attempts, ms } = await askModel(target.address, request, options, formatter);
  return {
    request,
    payload,
    attempts,
    ms,
    warnings,
    ...(reply && { reply, response: (target.readsResponsesApi ? responsesAnswerOf : responseOf)(reply) }),
    ...(failure && { error: failure.message }),
    ...((failure?.status === 401 || failure?.status === 403) && { isKeyRefused: true }),
  };
}

/**
 * A request's body with what an engine is sent of a constraint laid over it: a group of settings member by member, tools behind
 * the others; what has a `type` (a schema, a form of answers) is one thing. A member that the user set (`own`) stays as it is.
 */
function withConstraint(body: PyDict, constraint: PyDict, own: PyDict = new Map()): PyDict {
  const merged = new Map(body);
  for (const [key, value] of constraint) if (!own.has(key)) merged.set(key, laidOver(merged.get(key) ?? null, value));
  return merged;
}

function laidOver(under: PyValue, over: PyValue): PyValue {
  if (isPyDict(over) && isPyDict(under) && !over.has('type')) return new Map([...under, ...over]);
  return isPyList(over) && isPyList(under) ? [...under, ...over] : over;
}

/**
 * A conversation as a model is sent it. Throws `EngineError` where the formatter raises, and where an agent of AgentScope 2
 * would first have its model write a summary, for which only a placeholder stands in the payload.
 */
export async function payloadToSend(
  conversation: Conversation,
  options: FormatConversationOptions,
  host: Host,
): Promise<FormatResult & { readonly ok: true }> {
  const result = await formatConversation(conversation, options, host);
  if (!result.ok) throw new EngineError(result.error.class, result.error.message);
  if (!result.compression?.cut) return result;
  const { estimatedTokens, threshold } = result.compression;
  throw new EngineError(
    'SummaryNeeded',
    `The context of ${estimatedTokens} tokens reaches ${Math.round(threshold)}: an agent of AgentScope 2 would first have its model write a summary, which ParserLens does not. Make \`context_size\` larger, or leave \`context\` out.`,
  );
}
