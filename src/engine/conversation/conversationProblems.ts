import type { Host } from '../core/host.ts';
import type { Problem } from '../core/problem.ts';
import type { Conversation } from '../messages/conversation.ts';
import type { FormatConversationOptions } from '../messages/formatConversationOptions.ts';
import type { FormatResult } from '../messages/formatResult.ts';
import { checkConversation } from './checkConversation.ts';
import { formatConversation } from './formatConversation.ts';
import { checkConversationParser } from './instruction/conversationParser.ts';
import { type ResolvedConversation, resolveConversation } from './resolveConversation.ts';

interface RaisedError {
  readonly class: string;
  readonly message: string;
}

/** How many messages are tried for an error. */
const maxBlamed = 2000;

/**
 * Everything that is wrong with a formatted conversation but for what reading its file tells: what its provider refuses of
 * the messages that are kept, the parser that it names, and what the formatter raises, at the message because of which it
 * does. Media that nobody allowed to be fetched are not a problem. `options` are those of the result. Never throws.
 */
export async function conversationProblems(
  conversation: Conversation,
  result: FormatResult,
  options: FormatConversationOptions = {},
  host: Host = {},
): Promise<Problem[]> {
  const { tokenCounter, resources, definitionText, definitionUnknown, ...named } = options;
  const problems = checkConversation(conversation, {
    ...named,
    ...(tokenCounter !== undefined && { tokenCounter: 'given' }),
    ...(result.ok && { isKept: index => result.perMessage[index]?.kept ?? true }),
  });
  const sources = {
    ...(resources && { resources }),
    ...(definitionText !== undefined && { definitionText }),
    ...(definitionUnknown && { definitionUnknown }),
  };
  const unparsed = await checkConversationParser(conversation, sources, host);
  problems.push(...unparsed);
  const isTold =
    unparsed.length > 0 || problems.some(({ code }) => code === 'agentscope-version' || code === 'formatter-option');
  if (result.ok || result.error.class === 'NetworkNotAllowed' || isTold) return problems;
  const byCounter = await counterProblem(conversation, result.error, options, host);
  return [...problems, ...(byCounter ? [byCounter] : await blame(conversation, result.error, options, host))];
}

/** The problem of a token counter that raises, for a conversation that formats without it; `undefined` where it does not. */
async function counterProblem(
  conversation: Conversation,
  error: RaisedError,
  options: FormatConversationOptions,
  host: Host,
): Promise<Problem | undefined> {
  const { tokenCounter: written, ...uncounted } = conversation;
  const { tokenCounter: counter, ...rest } = options;
  if (written === undefined && counter === undefined) return undefined;
  const payload = await formatConversation(uncounted, { ...rest, maxTokens: null }, host);
  if (!payload.ok) return undefined;
  const start = conversation.messages[0]?.span.start ?? 0;
  const span = conversation.optionSpans?.token_counter ?? { start, end: start + 1 };
  return raisedProblem(counterRaises(error, resolveConversation(conversation, options, host).formatter), span);
}

/** What a token counter's error is as a problem's message. `formatter`: the class that made what it counts. */
export function counterRaises(error: RaisedError, formatter = 'the formatter'): string {
  const said = `The token counter raises ${error.class}: ${error.message}`;
  const isList = error.class === 'TypeError' && error.message.includes('concatenate str (not "list")');
  if (!isList) return said;
  return `${said}. ${formatter} sends contents as lists of parts, and the chat template that is counted with wants text: take a formatter that sends text, such as DeepSeekChatFormatter, or another counter.`;
}

/** The problem of formatting that raises. */
export function raisedProblem(message: string, span: Problem['span']): Problem {
  return { code: 'format-error', severity: 'error', message, span };
}

/** The message because of which formatting raises, found by formatting each alone; the first one where none does. */
async function blame(
  conversation: Conversation,
  error: RaisedError,
  options: FormatConversationOptions,
  host: Host,
): Promise<readonly Problem[]> {
  const { messages, optionSpans, promotions, inputTypes } = conversation;
  const resolved = resolveConversation(conversation, options, host);
  const { formatter = '', formatterType, ownFormatter } = resolved;
  if (!formatterType && !ownFormatter) return [];
  const alike = optionsOfOne(resolved, formatter, options);
  const said = `${error.class}: ${error.message}`;
  for (const message of messages.slice(0, maxBlamed)) {
    const one = {
      messages: [message],
      ...(promotions && { promotions }),
      ...(inputTypes !== undefined && { inputTypes }),
    };
    const alone = await formatConversation(one, alike, host);
    if (!alone.ok && alone.error.class === error.class && alone.error.message === error.message)
      return [raisedProblem(said, message.span)];
  }
  const start = messages[0]?.span.start ?? 0;
  return [raisedProblem(said, optionSpans?.max_tokens ?? { start, end: start + 1 })];
}

function optionsOfOne(
  { agentscopeVersion }: ResolvedConversation,
  formatter: string,
  { resources }: FormatConversationOptions,
): FormatConversationOptions {
  return {
    formatter,
    ...(resources && { resources }),
    ...(agentscopeVersion !== undefined && { agentscopeVersion }),
  };
}
