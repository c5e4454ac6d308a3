import type { PayloadCounter } from '../counting.ts';
import { EngineError } from '../errors.ts';
import type { Msg } from '../messages/msg.ts';
import { pyRepr } from '../python/repr.ts';
import { type PyDict, PyFloat, type PyValue, pyTypeName } from '../python/value.ts';
import { type Cut, firstCut, keptBy, nextCut } from './fifo.ts';
import { defaultHistoryPrompt, type FormatContext, type FormatterType } from './formatter.ts';
import { formatChat, formatMultiAgent } from './multiAgent.ts';
import { PayloadCounts } from './payloadCounts.ts';

/** What a formatter is constructed with. Absent: the class's default. */
export interface FormatOptions {
  readonly conversationHistoryPrompt?: PyValue;
  readonly maxTokens?: PyValue;
  readonly counter?: PayloadCounter;
}

/** A message's fate: kept, or dropped in round `step` (from 1) for `reason`; its tokens in the payload that it is part of, where they are known. */
export interface MessageFate {
  readonly kept: boolean;
  readonly step?: number;
  readonly reason?: string;
  readonly tokens?: number;
}

/** A payload and how it came about. `tokens` is the counter's, absent without one. */
export interface FormattedMessages {
  readonly payload: readonly PyDict[];
  readonly tokens?: number;
  readonly fates: readonly MessageFate[];
}

/** Without parts that add up, what each message costs takes a count of its own; beyond this many messages it is not asked. */
const maxCounts = 200;

/**
 * `format(msgs)` of a formatter: formats, counts, and drops the oldest messages until the payload fits. Raises
 * `EngineError` where the system raises. With a counter whose parts add up it takes time linear in the conversation and
 * gives what formatting and counting anew after every round would give; the last count is made on the whole payload.
 */
export async function formatMessages(
  msgs: readonly Msg[],
  type: FormatterType,
  options: FormatOptions,
  context: FormatContext,
  signal?: { readonly aborted: boolean },
): Promise<FormattedMessages> {
  const limit = readLimit(options.maxTokens ?? null);
  for (const msg of msgs)
    if (!['user', 'assistant', 'system'].includes(msg.role)) throw new EngineError('AssertionError', '');
  const prompt = type.multiAgent ? readPrompt(options.conversationHistoryPrompt) : undefined;
  const formatting = { style: type.style, context, ...(prompt !== undefined && { prompt }) };
  const format = (cut: Cut) => {
    const kept = keptBy(msgs, cut);
    return prompt === undefined
      ? formatChat(kept, type.style, context)
      : formatMultiAgent(kept, type.style, prompt, context);
  };

  const { counter } = options;
  const start = firstCut(msgs);
  let payload = await format(start);
  if (!counter) return { payload, fates: msgs.map(() => ({ kept: true })) };
  let tokens = await counter.count(payload);
  const counting = await counter.additive?.();
  const counts = counting && new PayloadCounts(msgs, formatting, counting);
  const cuts = [start];
  while (limit !== undefined && tokens > limit) {
    checkAborted(signal);
    const cut = nextCut(msgs, cuts.at(-1)!, limit);
    cuts.push(cut);
    if (counts && (await counts.of(cut)) > limit) continue;
    payload = await format(cut);
    tokens = await counter.count(payload);
  }
  const tokensOf =
    counts && !counting?.isBound
      ? (i: number, cut: Cut) => counts.tokensOf(i, cut)
      : async (i: number, cut: Cut) => {
          if (msgs.length > maxCounts) return undefined;
          const total = await counter.count(await format(cut));
          return total - (await counter.count(await formatWithout(msgs, cut, i, type, prompt, context)));
        };
  return { payload, tokens, fates: await judge(msgs, cuts, tokensOf, signal) };
}

function formatWithout(
  msgs: readonly Msg[],
  cut: Cut,
  i: number,
  { style }: FormatterType,
  prompt: string | undefined,
  context: FormatContext,
): Promise<PyDict[]> {
  const kept = keptBy(msgs, cut).filter(msg => msg !== msgs[i]);
  return prompt === undefined ? formatChat(kept, style, context) : formatMultiAgent(kept, style, prompt, context);
}

/** A kept message's tokens are those in the payload; a dropped one's those that it had before anything was dropped. */
async function judge(
  msgs: readonly Msg[],
  cuts: readonly Cut[],
  tokensOf: (i: number, cut: Cut) => Promise<number | undefined>,
  signal?: { readonly aborted: boolean },
): Promise<MessageFate[]> {
  const last = cuts.at(-1)!;
  const steps = new Map<number, number>();
  for (let step = 1; step < cuts.length; step++)
    for (let i = cuts[step - 1]!.from; i < cuts[step]!.from; i++) if (i !== cuts[step]!.system) steps.set(i, step);
  const fates: MessageFate[] = [];
  for (const i of msgs.keys()) {
    checkAborted(signal);
    const step = steps.get(i);
    const tokens = await tokensOf(i, step === undefined ? last : cuts[0]!);
    const isOldest = step !== undefined && cuts[step - 1]!.from === i;
    const reason = isOldest ? 'the oldest message' : 'between a tool call and the last of its results';
    fates.push({
      kept: step === undefined,
      ...(step !== undefined && { step, reason }),
      ...(tokens !== undefined && { tokens }),
    });
  }
  return fates;
}

function readLimit(maxTokens: PyValue): number | undefined {
  if (maxTokens === null) return undefined;
  const limit = maxTokens instanceof PyFloat ? maxTokens.value : Number(maxTokens);
  if (typeof maxTokens === 'string' || Number.isNaN(limit))
    throw new EngineError('TypeError', `'<' not supported between instances of 'int' and '${pyTypeName(maxTokens)}'`);
  if (limit <= 0) throw new EngineError('AssertionError', 'max_tokens must be greater than 0');
  return limit;
}

function readPrompt(prompt: PyValue | undefined): string {
  if (prompt === undefined) return defaultHistoryPrompt;
  if (typeof prompt === 'string') return prompt;
  throw new EngineError('TypeError', `conversation_history_prompt must be a text, not ${pyRepr(prompt)}.`);
}

function checkAborted(signal?: { readonly aborted: boolean }): void {
  if (signal?.aborted) throw new EngineError('AbortError', 'Formatting was cancelled.');
}
