import { ResponseError } from '../../../../src/engine/core/errors.ts';
import { isPyDict, type PyValue, toPlain } from '../../../../src/engine/core/pyValue.ts';
import type { ResponseInput } from '../../../../src/engine/parsers/parser.ts';
import type { Agent } from '../../../../src/engine/systems/langroid/agent.ts';
import {
  isHandled,
  noToolFeedback,
  readResponse,
  senderOf,
} from '../../../../src/engine/systems/langroid/readResponse.ts';
import type { ToolCall } from '../../../../src/engine/systems/langroid/recognise.ts';
import { limitedResult } from './history.ts';
import type { HistoryTokenizer } from './historyTokenizer.ts';

/** What handles a tool: its fields in, its result out. */
export type ToolHandler = (fields: Readonly<Record<string, unknown>>) => string | null | undefined;

/** What an agent answers: text, nothing, or the results of several API calls by their ids. */
export type AgentAnswer = string | null | Readonly<Record<string, string>>;

const orchestrationWords = ['DONE', 'PASS', 'PASS_TO', 'SEND_TO'];

/**
 * `ChatAgent.handle_message`: what the agent answers to a message. Tools are handled by `handlers`, by name; one without a
 * handler gives nothing. Feedback on a call that failed is an answer as well; other failures are not.
 */
export function handleResponse(
  agent: Agent,
  input: ResponseInput,
  handlers: Readonly<Record<string, ToolHandler>>,
  tokenizer: HistoryTokenizer,
): AgentAnswer {
  let all: readonly ToolCall[];
  try {
    all = readResponse(agent, input).calls;
  } catch (error) {
    if (error instanceof ResponseError) return error.details.feedback ?? null;
    throw error;
  }
  const sender = senderOf(input.message);
  // A user's own text runs only what the model may use as well.
  const calls = all.filter(call => isHandled(agent, call) && (sender !== 'USER' || call.tool.use));
  if (calls.length === 0) return all.length === 0 ? (noToolFeedback(agent, input.message) ?? null) : null;
  const isMixed = calls.length > 1 && calls.some(({ tool }) => tool.isOrchestration);
  if (calls.length > 1 && (!agent.allowMultipleTools || isMixed))
    return joined(
      calls,
      calls.map(() => 'ERROR: Use ONE tool at a time!'),
    );
  const results = calls.map(({ tool, value }) => {
    const handler = Object.hasOwn(handlers, tool.name) ? handlers[tool.name] : undefined;
    const result = handler?.(toPlain(value) as Readonly<Record<string, unknown>>) ?? null;
    return result === null || tool.maxResultTokens === undefined
      ? result
      : limitedResult(result, tool.maxResultTokens, tokenizer);
  });
  const [only] = results;
  return results.length === 1 ? (only ?? null) : joined(calls, results);
}

function joined(calls: readonly ToolCall[], results: readonly (string | null)[]): AgentAnswer {
  const ids = calls.map(({ value }) => idOf(value));
  const byId: Record<string, string> = {};
  for (const [i, result] of results.entries()) if (result !== null && ids[i]) byId[ids[i]] = result;
  const texts = Object.values(byId);
  if (ids.every(id => id !== '') && texts.length > 1) {
    const isOrchestrated = texts.some(text => orchestrationWords.some(word => text.includes(word)));
    return isOrchestrated
      ? Object.fromEntries(Object.keys(byId).map(id => [id, 'ERROR: Please use ONE tool at a time!']))
      : byId;
  }
  const lines = results.flatMap((result, i) =>
    result === null ? [] : [`Result from ${calls[i]?.tool.name}: ${result}`],
  );
  return lines.length === 0 ? null : lines.join('\n\n');
}

function idOf(value: PyValue): string {
  const id = isPyDict(value) ? value.get('id') : undefined;
  return typeof id === 'string' ? id : '';
}
