import { type AgentScopeRelease, isSince, needRelease, ReleaseRules, readRelease } from '../core/agentscopeReleases.ts';
import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
import { type PyDict, type PyList, toPlain } from '../core/pyValue.ts';
import type { Conversation } from '../messages/conversation.ts';
import type { ConversationCounter } from '../messages/conversationFormatting.ts';
import type { FormatConversationOptions } from '../messages/formatConversationOptions.ts';
import type { FormatResult } from '../messages/formatResult.ts';
import type { FormattedMessages, MessageOutcome } from '../messages/formattedMessages.ts';
import { Media } from '../messages/media.ts';
import type { Msg } from '../messages/msg.ts';
import type { InstructedOutcomes } from '../messages/placedInstruction.ts';
import type { ShortenedConversation } from '../messages/truncation.ts';
import { countedByModule, counterOf } from './counterOf.ts';
import { type FormatOptions, formatMessages } from './formatMessages.ts';
import { formatterTypes, moduleFormatterName } from './formatters/registry.ts';
import { countWith, instructionOutcome } from './instruction/instructionOutcome.ts';
import { instructConversation } from './instruction/placeInstruction.ts';
import { laterBlockNotes, unknownFormatter } from './otherVersions.ts';
import { type ResolvedConversation, resolveConversation } from './resolveConversation.ts';
import { fitMessages } from './truncation/fitRounds.ts';
import { moduleFormat } from './truncation/moduleFormatter.ts';
import { moduleOf, truncationOf } from './truncationOf.ts';

/**
 * A conversation as a provider's payload, truncated to the conversation's limit. Never throws: what the system raises is
 * the result's error. Linear for counters whose parts add up, see `formatMessages`.
 */
export async function formatConversation(
  conversation: Conversation,
  options: FormatConversationOptions = {},
  host: Host = {},
): Promise<FormatResult> {
  let release: AgentScopeRelease | undefined;
  try {
    const resolved = resolveConversation(conversation, options, host);
    if (resolved.formatting)
      return await resolved.formatting.format(resolved, options, {
        instruct: () => instructConversation(conversation, options, host),
        outcome: (instructed, formatted, count) => instructionOutcome(instructed, conversation, formatted, count),
        counter: instructed => counterOf(resolved, instructed, options),
      });
    release = readRelease(resolved.agentscopeVersion);
    return await format(conversation, resolved, options, release, host);
  } catch (error) {
    if (error instanceof EngineError) return failure(error.class, error.message, release);
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return failure(name, message, release);
  }
}

function failure(className: string, message: string, release: AgentScopeRelease | undefined): FormatResult {
  return Object.freeze({
    ok: false,
    error: Object.freeze({ class: className, message }),
    ...(release && { agentscopeVersion: release }),
  });
}

async function format(
  written: Conversation,
  resolved: ResolvedConversation,
  options: FormatConversationOptions,
  release: AgentScopeRelease,
  host: Host,
): Promise<FormatResult> {
  const { formatter: name, formatterType: type, maxTokens } = resolved;
  if (!type && !resolved.byModule) {
    const there = formatterTypes.filter(({ since }) => since === undefined || isSince(release, since));
    const names = [...there.map(each => each.name), moduleFormatterName].join(', ');
    const what = name === undefined ? 'The conversation names no formatter.' : unknownFormatter(name).message;
    throw new EngineError('FormatterError', `${what} There are: ${names}.`);
  }
  if (type?.since !== undefined) needRelease(type.name, type.since, release);
  const instructed = await instructConversation(written, options, host);
  const { conversation } = instructed;
  const own = type ? undefined : moduleOf(conversation, host, 'The formatter `custom`');
  const counter = (own && (await countedByModule(own))) ?? counterOf(resolved, conversation, options);
  const truncate = await truncationOf(conversation, resolved, host);
  const { conversationHistoryPrompt, promotions } = conversation;
  const { truncationType } = resolved;
  const shortened = await truncationType?.shorten?.(conversation.messages, conversation.historyProcessors, host);
  const messages = shortened ? shortened.kept.map(({ message }) => message) : conversation.messages;
  const withReasons = (formatted: FormattedMessages): FormattedMessages =>
    shortened
      ? { ...formatted, outcomes: outcomesOf(conversation.messages.length, shortened, formatted.outcomes) }
      : formatted;
  const formatOptions = {
    ...(promotions && { promotions }),
    ...(conversationHistoryPrompt !== undefined && { conversationHistoryPrompt }),
    maxTokens,
    ...(counter && { counter: counter.payloads }),
    ...(truncate && { truncate }),
  };
  const rules = new ReleaseRules(release);
  if (!type) {
    const module = own!;
    const fitted = (msgs: readonly Msg[], how: FormatOptions) =>
      fitMessages(msgs, () => moduleFormat(module, msgs), how, rules, options.signal);
    const formatted = withReasons(await fitted(messages, formatOptions));
    const instruction = await instructionOutcome(instructed, written, formatted, countWith(fitted, formatOptions));
    return result(formatted, counter, shortened?.warnings ?? [], rules, instruction);
  }
  const warnings = new Set<string>(laterBlockNotes(messages));
  const warn = (message: string) => warnings.add(message);
  const surroundings = { media: new Media(options.resources), rules, warn };
  const formatted = await formatMessages(messages, type, formatOptions, surroundings, options.signal);
  const silent = { ...surroundings, warn: () => {} };
  const fitted = (msgs: readonly Msg[], how: FormatOptions) => formatMessages(msgs, type, how, silent, options.signal);
  const judged = withReasons(formatted);
  const instruction = await instructionOutcome(instructed, written, judged, countWith(fitted, formatOptions));
  const all = [...(shortened?.warnings ?? []), ...warnings];
  return result(judged, counter, all, rules, instruction, type.style === undefined);
}

/** The outcome of every message of the conversation: what the processors did, and what formatting then made of those that are left. */
function outcomesOf(
  count: number,
  shortened: ShortenedConversation,
  outcomes: readonly MessageOutcome[],
): MessageOutcome[] {
  const all: MessageOutcome[] = Array.from({ length: count }, (_, index) => ({
    kept: false,
    step: 1,
    reason: shortened.reasons.get(index) ?? 'dropped by a history processor',
  }));
  for (const [i, { index }] of shortened.kept.entries()) {
    const outcome = outcomes[i] ?? { kept: true };
    const reason = shortened.reasons.get(index);
    all[index] = reason === undefined ? outcome : { ...outcome, step: outcome.step ?? 1, reason };
  }
  return all;
}

function result(
  formatted: FormattedMessages,
  counter: ConversationCounter | undefined,
  warnings: readonly string[],
  rules: ReleaseRules,
  { instruction, outcomes }: InstructedOutcomes,
  isOneMessage = false,
): FormatResult {
  const { payload, tokens } = formatted;
  const plain = counter?.original(payload) ?? payload.map(toPlain);
  const value = {
    ok: true as const,
    payload: isOneMessage ? (plain[0] as { readonly [key: string]: unknown }) : plain,
    ...(tokens !== undefined && { tokens }),
    ...(counter && {
      exact: counter.exact,
      ...(counter.formula && { formula: counter.formula }),
      ...(counter.basis !== undefined && { basis: counter.basis }),
    }),
    warnings: Object.freeze(warnings),
    perMessage: Object.freeze(outcomes),
    ...(instruction && { instruction }),
    agentscopeVersion: rules.release,
    releaseRules: Object.freeze(rules.applied()),
  };
  Object.defineProperty(value, 'exactPayload', { value: isOneMessage ? payload[0] : payload });
  return Object.freeze(value as typeof value & { exactPayload: PyList | PyDict });
}
