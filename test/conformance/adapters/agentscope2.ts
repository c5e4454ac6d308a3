import { EngineError } from '../../../src/engine/core/errors.ts';
import {
  fromPlain,
  isPyDict,
  isPyList,
  type PyDict,
  type PyValue,
  pyFloat,
  toPlain,
} from '../../../src/engine/core/pyValue.ts';
import {
  type AgentContext,
  finishCompression,
  planCompression,
} from '../../../src/engine/systems/agentscope2/compression/compressContext.ts';
import { readContextConfig } from '../../../src/engine/systems/agentscope2/compression/contextConfig.ts';
import {
  constructFormatter,
  formatRuns,
  formatterOf2,
} from '../../../src/engine/systems/agentscope2/formatters/formatMessages2.ts';
import { MediaBytes } from '../../../src/engine/systems/agentscope2/formatters/mediaBytes.ts';
import type { Message } from '../../../src/engine/systems/agentscope2/messages/block.ts';
import { estimateTokens } from '../../../src/engine/systems/agentscope2/messages/estimate.ts';
import { newMsg, readMsg, readToolResult } from '../../../src/engine/systems/agentscope2/messages/readMsg.ts';
import {
  modelInstruction,
  modelStructuredOutput,
  replyStructured,
  type Turn,
  usualIterations,
} from '../../../src/engine/systems/agentscope2/modelOutput.ts';
import { readToolCall } from '../../../src/engine/systems/agentscope2/readToolCall.ts';
import {
  outputTool,
  type RequiredOutput,
  readOutput,
} from '../../../src/engine/systems/agentscope2/structuredOutput.ts';
import { isAgentScope2Tag } from '../../../src/engine/systems/agentscope2/versions.ts';
import { requireUtf8 } from './agentscope2/requireUtf8.ts';
import { type AgentScope2Resources, accessFrom, drawnFrom, identifiersFrom } from './agentscope2/resources2.ts';
import { splitToolResult as split } from './agentscope2/splitToolResult.ts';
import { asEngineError, totalOperation } from './totalOperation.ts';

/** An operation's input: the keys of a recorded case that concern it. Plain data, or the engine's own values where 1.0 is not 1. */
export type AgentScope2Input = Readonly<Record<string, unknown>> & { readonly resources?: AgentScope2Resources };

/** `format(msgs)` of `formatter`, constructed with `options`. Gives the payload and the warnings that are logged. */
async function format(input: AgentScope2Input): Promise<{ payload: unknown; warnings: readonly string[] }> {
  try {
    const { resources } = input;
    const type = formatterOf2(String(input.formatter));
    const { inputTypes, prompt } = constructFormatter(type, dictOf(input.options ?? {}, 'options'), isTag(input));
    const messages = messagesOf(input.msgs, resources);
    const warnings: string[] = [];
    const context = {
      inputTypes,
      isTag: isTag(input),
      bytes: new MediaBytes(accessFrom(resources)),
      identifier: identifiersFrom(resources),
      warn: (message: string) => void warnings.push(message),
    };
    const runs = await formatRuns(messages, type, prompt, context);
    return { payload: toPlain(runs.flatMap(({ payload }) => payload)), warnings };
  } catch (error) {
    throw asEngineError(error);
  }
}

/** `Msg.model_validate(message)`, or the constructor `factory` with `args`: the message as it is written back. */
function readMessage(input: AgentScope2Input): unknown {
  const drawn = drawnFrom(input.resources);
  const message =
    typeof input.factory === 'string'
      ? newMsg(input.factory, dictOf(input.args ?? {}, 'args'), drawn)
      : readMsg(fromPlain(input.message), drawn);
  return toPlain(message.written);
}

/** `count_tokens(messages, tools)`: the estimate. */
function countTokens(input: AgentScope2Input): number {
  const messages = messagesOf(input.messages, input.resources);
  const tools = fromPlain(input.tools ?? null);
  requireUtf8(messages, tools);
  return estimateTokens(messages, tools);
}

/** What `compress_context` makes of a context before the next call of the model, given what a model answers for a summary. */
function splitContext(input: AgentScope2Input): unknown {
  const drawn = drawnFrom(input.resources);
  const context: AgentContext = {
    messages: messagesOf(input.messages, input.resources),
    systemPrompt: typeof input.system_prompt === 'string' ? input.system_prompt : 'S',
    summary: fromPlain(input.summary ?? null),
    tools: fromPlain(input.tools ?? null),
    contextSize: Number(input.context_size),
    config: readContextConfig(withFloats(input.config ?? {}), isTag(input)),
  };
  const plan = planCompression(context, drawn);
  const common = {
    estimated_tokens: plan.estimatedTokens,
    threshold: plan.threshold,
    triggered: plan.split !== undefined,
  };
  if (!plan.split) {
    const replaced = plan.replaced.map(index => {
      const { id, written } = plan.messages[index]!;
      return { id, content: toPlain(written.get('content')!) };
    });
    return { ...common, images_replaced: replaced, context_after: plan.messages.map(outline) };
  }
  const answer = fromPlain(input.summary_result ?? null);
  const { request, summary } = finishCompression(context, plan.split, isPyDict(answer) ? answer : null, drawn);
  return {
    ...common,
    images_replaced: [],
    reserve_tokens: plan.split.reserveTokens,
    fallback_to_zero: plan.split.fallbackToZero,
    compressed: plan.split.compressed.map(outline),
    kept: plan.split.kept.map(outline),
    request: {
      messages: request.messages.length,
      roles: request.messages.map(({ role }) => role),
      estimated_tokens: request.estimatedTokens,
    },
    summary: toPlain(summary),
    context_after: plan.split.kept.map(outline),
  };
}

/** A tool's result in two, where it is longer than `config.tool_result_limit`. */
function splitToolResult(input: AgentScope2Input): unknown {
  const drawn = drawnFrom(input.resources);
  const { toolResultLimit } = readContextConfig(withFloats(input.config ?? {}));
  const { reserved, offloaded } = split(readToolResult(fromPlain(input.tool_result), drawn), toolResultLimit, drawn);
  const plain = (blocks: typeof reserved) =>
    typeof blocks === 'string' ? blocks : blocks.map(({ written }) => toPlain(written));
  return { reserved: plain(reserved), offloaded: offloaded && plain(offloaded) };
}

/** A model's call of a tool: what is checked, and what the tool is called with. */
function parseToolInput(input: AgentScope2Input): unknown {
  const tool = dictOf(input.tool ?? {}, 'tool');
  const name = String(tool.get('name') ?? '');
  const schema = tool.get('input_schema') ?? new Map();
  const called = typeof input.called === 'string' ? input.called : name;
  const { checked, executed } = readToolCall({ name, schema }, String(input.input ?? ''), called);
  return { checked: toPlain(checked), executed: toPlain(executed) };
}

/** Structured output of an agent (one `input`, or `turns`), or of a model itself (`via: "model"`). */
function structuredOutput(input: AgentScope2Input): unknown {
  const kind = input.kind === 'json_schema' ? 'json_schema' : 'pydantic';
  const required: RequiredOutput = { schema: dictOf(input.schema ?? {}, 'schema'), kind };
  const turns = (Array.isArray(input.turns) ? input.turns : [input.input ?? '']) as readonly unknown[];
  if (input.via === 'model') return viaModel(required, turns, input);
  if (!Array.isArray(input.turns)) return toPlain(readOutput(required, String(input.input ?? '')).output);
  const iterations = {
    max: typeof input.max_iters === 'number' ? input.max_iters : usualIterations.max,
    grace: typeof input.grace_iters === 'number' ? input.grace_iters : usualIterations.grace,
  };
  const reply = replyStructured(
    required,
    turns.flatMap(turn => turnOf(turn, outputTool) ?? []),
    iterations,
  );
  return {
    results: reply.results,
    hints: reply.hints,
    tool_choices: reply.toolChoices,
    finished_reason: reply.finishedReason,
    text: reply.text,
    structured_output: toPlain(reply.output),
  };
}

function viaModel(required: RequiredOutput, turns: readonly unknown[], input: AgentScope2Input): unknown {
  const messages = messagesOf(input.messages ?? [], input.resources);
  const last = messages.at(-1);
  if (!last)
    throw new EngineError(
      'ValueError',
      'The input messages cannot be empty for the `generate_structured_output` method.',
    );
  const made = modelStructuredOutput(
    required,
    turns.map(turn => turnOf(turn, 'generate_structured_output')),
    'm',
  );
  const texts = last.role === 'user' ? last.blocks.flatMap(each => (each.type === 'text' ? [each.text] : [])) : [];
  return {
    content: toPlain(made.content),
    tool_choices: made.toolChoices,
    last_message: { role: 'user', texts: [...texts, modelInstruction] },
  };
}

function turnOf(turn: unknown, tool: string): Turn | undefined {
  if (typeof turn === 'string') return { name: tool, input: turn };
  const given = dictOf(turn, 'turn');
  if (given.has('text')) return { text: String(given.get('text')) };
  if (given.has('input')) return { name: String(given.get('name') ?? tool), input: String(given.get('input')) };
  return undefined;
}

function messagesOf(messages: unknown, resources: AgentScope2Resources | undefined): readonly Message[] {
  const value = fromPlain(messages ?? []);
  if (!isPyList(value)) throw new EngineError('TypeError', 'Input must be a list of Msg objects.');
  const drawn = drawnFrom(resources);
  return value.map(each => readMsg(each, drawn));
}

/** Whether a `version` says that it is for tag 2.0.6. */
function isTag({ version }: AgentScope2Input): boolean {
  return typeof version === 'string' && isAgentScope2Tag(version);
}

function outline({ id, blocks }: Message): { readonly id: string; readonly blocks: readonly string[] } {
  return { id, blocks: blocks.map(block => `${block.type}:${block.id}`) };
}

/** A configuration whose ratios are floats: plain data has no 1.0. */
function withFloats(config: unknown): PyDict {
  const given = dictOf(config, 'config');
  if (config instanceof Map) return given;
  return new Map(
    [...given].map(([key, value]): [string, PyValue] =>
      key.endsWith('_ratio') && typeof value === 'number' ? [key, pyFloat(value)] : [key, value],
    ),
  );
}

function dictOf(value: unknown, what: string): PyDict {
  const made = fromPlain(value);
  if (isPyDict(made)) return made;
  throw new EngineError('TypeError', `\`${what}\` must be an object.`);
}

/**
 * AgentScope 2, the commit after 2.0.6 that its cases were recorded from. Every operation takes one object with the keys of
 * a recorded case and `resources`, and gives the value; it throws `EngineError` with the class and the message of what the
 * framework raises, or of what its model is told. Integers past 2^53 are `bigint`.
 */
export const agentscope2 = Object.freeze({
  format,
  readMessage: totalOperation(readMessage),
  countTokens: totalOperation(countTokens),
  splitContext: totalOperation(splitContext),
  splitToolResult: totalOperation(splitToolResult),
  parseToolInput: totalOperation(parseToolInput),
  structuredOutput: totalOperation(structuredOutput),
});
