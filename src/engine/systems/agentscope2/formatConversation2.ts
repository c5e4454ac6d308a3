import { EngineError } from '../../core/errors.ts';
import { type PyDict, type PyValue, toPlain } from '../../core/pyValue.ts';
import type { Resources } from '../../core/resources.ts';
import type { Conversation } from '../../messages/conversation.ts';
import type { FormattingNames, FormattingSteps } from '../../messages/conversationFormatting.ts';
import type { FormatConversationOptions } from '../../messages/formatConversationOptions.ts';
import type { CompressionOutlook, FormatResult } from '../../messages/formatResult.ts';
import type { FormattedMessages, MessageOutcome } from '../../messages/formattedMessages.ts';
import { Media } from '../../messages/media.ts';
import { stableShortId } from '../../messages/stableId.ts';
import { contextOf } from './compression/contextConfig.ts';
import { type ConversationPlan, estimateOf, outlookOf, planConversation } from './compression/planConversation.ts';
import type { FormatContext } from './formatters/formatContext.ts';
import { constructFormatter, formatRuns, formatterOf2 } from './formatters/formatMessages2.ts';
import { MediaBytes } from './formatters/mediaBytes.ts';
import type { Message } from './messages/block.ts';
import { estimateTokens } from './messages/estimate.ts';
import { loadMessage, stableDrawn } from './messages/readMsg.ts';
import { agentscope2Tag, agentscope2Version, isAgentScope2Tag } from './versions.ts';

/** What the count of tokens is. */
const basis = 'AgentScope 2’s estimate: bytes / 4, and 2000 for each medium';

/**
 * A conversation for AgentScope 2 as a provider's payload, compressed as its agent would before the next call, but for
 * the summary, which only a model writes. Raises what the framework raises. Linear.
 */
export async function formatConversation2(
  names: FormattingNames,
  options: FormatConversationOptions,
  steps: FormattingSteps,
): Promise<FormatResult> {
  try {
    return await format(names, options, steps);
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    const className = error instanceof EngineError ? error.class : error instanceof Error ? error.name : 'Error';
    return Object.freeze({
      ok: false,
      error: Object.freeze({ class: className, message }),
      agentscopeVersion: followed(names),
    });
  }
}

/** The version that is followed: the tag, or what comes after it. */
function followed({ agentscopeVersion }: FormattingNames): typeof agentscope2Tag | typeof agentscope2Version {
  return isAgentScope2Tag(agentscopeVersion) ? agentscope2Tag : agentscope2Version;
}

async function format(
  names: FormattingNames,
  options: FormatConversationOptions,
  steps: FormattingSteps,
): Promise<FormatResult> {
  if (names.formatter === undefined) throw new EngineError('FormatterError', 'The conversation names no formatter.');
  const type = formatterOf2(names.formatter);
  const isTag = isAgentScope2Tag(names.agentscopeVersion);
  const instructed = await steps.instruct();
  const { conversation } = instructed;
  const entries: (readonly [string, PyValue | undefined])[] = [
    ['input_types', conversation.inputTypes],
    ['conversation_history_prompt', conversation.conversationHistoryPrompt],
  ];
  const { inputTypes, prompt } = constructFormatter(
    type,
    new Map(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]))),
    isTag,
  );
  const drawn = stableDrawn();
  const messages = conversation.messages.map(each => loadMessage(each, drawn));
  const context =
    options.maxTokens === null ? undefined : contextOf(conversation, options.maxTokens, names.agentscopeVersion);
  const planned = context && planConversation(messages, conversation, context, drawn);
  const warnings = new Set<string>();
  const surroundings = (warn: (message: string) => void): FormatContext => {
    let count = 0;
    return {
      inputTypes,
      isTag,
      bytes: bytesOf(options.resources),
      identifier: () => stableShortId(`medium ${count++}`),
      warn,
    };
  };
  const payloadOf = async (each: readonly Message[], warn: (message: string) => void) =>
    (await formatRuns(each, type, prompt, surroundings(warn))).flatMap(run => run.payload);
  const payload = await payloadOf(planned?.sent ?? messages, message => warnings.add(message));
  if (options.signal?.aborted) throw new EngineError('AbortError', 'Formatting was cancelled.');
  const outlook =
    planned && context && (await outlookOf(planned, context, messages, each => payloadOf(each, () => {})));
  const formatted: FormattedMessages = {
    payload,
    tokens: estimateTokens(planned?.sent ?? messages, conversation.tools ?? null),
    outcomes:
      planned?.outcomes ?? messages.map(({ blocks }): MessageOutcome => ({ kept: true, tokens: estimateOf(blocks) })),
  };
  const { instruction, outcomes } = await steps.outcome(instructed, formatted, async msgs =>
    estimateTokens(
      msgs.map(({ name, role, content }) => loadMessage({ name, role, content, span: { start: 0, end: 0 } }, drawn)),
    ),
  );
  if (outlook?.cut) warnings.add(compressedWarning(outlook, planned!));
  const measured = await measuredTokens(steps, conversation, payload);
  const value = {
    ok: true as const,
    payload: payload.map(toPlain),
    tokens: formatted.tokens!,
    exact: false,
    basis: measured === undefined ? basis : `${measured}; ${basis}`,
    warnings: Object.freeze([...warnings]),
    perMessage: Object.freeze(outcomes),
    ...(instruction && { instruction }),
    agentscopeVersion: followed(names),
    releaseRules: [],
    ...(outlook && { compression: outlook }),
  } as const;
  Object.defineProperty(value, 'exactPayload', { value: payload });
  return Object.freeze(value as typeof value & { exactPayload: readonly PyDict[] });
}

function compressedWarning({ estimatedTokens, threshold }: CompressionOutlook, { plan }: ConversationPlan): string {
  const gone = plan.split?.compressed.length ?? 0;
  return `The estimate of ${estimatedTokens} tokens reaches the threshold of ${Math.round(threshold)}: ${gone} messages go into a summary that the model writes, which stands here as a placeholder.`;
}

/** What a real counter says of the payload, in words; `undefined` where there is none. Its error is a word too: the payload does not depend on it. */
async function measuredTokens(
  steps: FormattingSteps,
  conversation: Conversation,
  payload: readonly PyDict[],
): Promise<string | undefined> {
  try {
    const counter = steps.counter(conversation);
    if (!counter) return undefined;
    const tokens = await counter.payloads.count(payload);
    return `${tokens} tokens by ${counter.basis ?? 'the token counter'}${counter.exact ? '' : ', an estimate too'}`;
  } catch (error) {
    return `the token counter raises: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Files and the network of a conversation, as the formatters ask for them. */
function bytesOf(resources: Resources | undefined): MediaBytes {
  const media = new Media(resources);
  return new MediaBytes({
    readFile: path => media.file(path),
    fetch: url => media.get(url),
    async writeTemp(bytes, suffix) {
      if (resources?.writeTemp) return resources.writeTemp(bytes, suffix);
      throw new EngineError('TemporaryFilesNotAllowed', 'This tool output would be saved to a temporary file first.');
    },
  });
}
