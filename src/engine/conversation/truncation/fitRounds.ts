import type { ReleaseRules } from '../../core/agentscopeReleases.ts';
import { EngineError } from '../../core/errors.ts';
import { isPyList, PyFloat, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import type { FormattedMessages, MessageOutcome } from '../../messages/formattedMessages.ts';
import { checkMsg, type Msg } from '../../messages/msg.ts';
import type { Draft, Truncate } from '../../messages/truncation.ts';
import { pyStr } from '../../python/index.ts';
import type { PayloadCounter } from '../../tokens/index.ts';
import { type Cut, firstCut, keptBy, nextCut } from './fifo.ts';
import type { Fitting, MessageFormat } from './messageFormat.ts';

/** What messages have to fit, and how they are made to. Absent: the class's default. */
export interface FitOptions {
  readonly maxTokens?: PyValue;
  readonly counter?: PayloadCounter;
  /** How messages are made to fit. Absent: AgentScope's FIFO. */
  readonly truncate?: Truncate;
}

/** Formats messages, of a formatter of ours or of a module, so that the payload fits. Raises `EngineError` where the system raises. */
export async function fitMessages(
  msgs: readonly Msg[],
  makeFormat: () => MessageFormat,
  { maxTokens, counter, truncate }: FitOptions,
  rules: ReleaseRules,
  signal?: { readonly aborted: boolean },
): Promise<FormattedMessages> {
  const limit = readLimit(maxTokens ?? null);
  for (const msg of msgs) checkMsg(msg, rules);
  const shownLimit = pyStr(maxTokens ?? null);
  const fitting = { msgs, format: makeFormat(), signal, shownLimit, ...(limit !== undefined && { limit }) };
  if (!counter) return { payload: await fitting.format.format(msgs), outcomes: msgs.map(() => ({ kept: true })) };
  if (truncate) return fitByRounds({ ...fitting, counter }, truncate);
  return (fitting.format.fitFifo ?? fitFifo)({ ...fitting, counter });
}

function readLimit(maxTokens: PyValue): number | undefined {
  if (maxTokens === null) return undefined;
  const limit = maxTokens instanceof PyFloat ? maxTokens.value : Number(maxTokens);
  if (typeof maxTokens === 'string' || isPyList(maxTokens) || Number.isNaN(limit))
    throw new EngineError('TypeError', `'<' not supported between instances of 'int' and '${pyTypeName(maxTokens)}'`);
  if (limit <= 0) throw new EngineError('AssertionError', 'max_tokens must be greater than 0');
  return limit;
}

/** What a message costs in what a cut leaves; `undefined` where that is not known. */
type TokensOf = (i: number, cut: Cut) => Promise<number | undefined>;

/** Without parts that add up, what each message costs takes a count of its own; beyond this many messages it is not asked. */
export const maxCounts = 200;
/** Up to so many messages a module formats after every round, beyond it the cut is looked for by bisection. */
const maxOpaqueRounds = 500;

/** AgentScope's FIFO: the first cut whose payload fits. Where that is found by bisection, payloads are taken to shrink with every round. */
async function fitFifo({ msgs, format, counter, limit, shownLimit, signal }: Fitting): Promise<FormattedMessages> {
  const formatCut = (cut: Cut) => format.format(keptBy(msgs, cut));
  const start = firstCut(msgs);
  let payload = await formatCut(start);
  let tokens = await counter.count(payload);
  const counting = format.counts && (await counter.additive?.());
  const counts = counting && format.counts?.(msgs, counting);
  let cuts = [start];
  if (limit !== undefined && tokens > limit && format.isOpaque && msgs.length > maxOpaqueRounds) {
    const fits = async (cut: Cut) => (await counter.count(await formatCut(cut))) <= limit;
    cuts = await bisect(msgs, shownLimit, fits, signal);
    payload = await formatCut(cuts.at(-1)!);
    tokens = await counter.count(payload);
  }
  while (limit !== undefined && tokens > limit) {
    checkAborted(signal);
    const cut = nextCut(msgs, cuts.at(-1)!, shownLimit);
    cuts.push(cut);
    if (counts && (await counts.of(cut)) > limit) continue;
    payload = await formatCut(cut);
    tokens = await counter.count(payload);
  }
  const tokensOf: TokensOf =
    counts && !counting?.isBound
      ? (i, cut) => counts.tokensOf(i, cut)
      : async (i, cut) =>
          msgs.length > maxCounts ? undefined : tokensByAbsence(keptBy(msgs, cut), msgs[i]!, format, counter);
  return { payload, tokens, outcomes: await judge(msgs, cuts, tokensOf, signal) };
}

/** All cuts up to the first that fits. Raises what the rounds raise where none does. */
async function bisect(
  msgs: readonly Msg[],
  shownLimit: string,
  fits: (cut: Cut) => Promise<boolean>,
  signal: Fitting['signal'],
): Promise<Cut[]> {
  const cuts = [firstCut(msgs)];
  let end: unknown;
  try {
    for (;;) cuts.push(nextCut(msgs, cuts.at(-1)!, shownLimit));
  } catch (error) {
    end = error;
  }
  let low = 0;
  let high = cuts.length;
  while (high - low > 1) {
    checkAborted(signal);
    const middle = (low + high) >> 1;
    if (await fits(cuts[middle]!)) high = middle;
    else low = middle;
  }
  if (high === cuts.length) throw end;
  return cuts.slice(0, high + 1);
}

/** Any other strategy, round by round. Formats and counts once a round. */
async function fitByRounds(fitting: Fitting, truncate: Truncate): Promise<FormattedMessages> {
  const { msgs, format, counter, limit, signal } = fitting;
  const outcomes: MessageOutcome[] = msgs.map(() => ({ kept: true }));
  let drafts: readonly Draft[] = msgs.map((msg, index) => ({ msg, index }));
  let payload = await format.format(msgs);
  let tokens = await counter.count(payload);
  while (limit !== undefined && tokens > limit) {
    checkAborted(signal);
    const round = await truncate(drafts, { tokens, limit });
    for (const { index, ...outcome } of round.decisions) outcomes[index] = outcome;
    drafts = round.drafts;
    payload = await format.format(drafts.map(({ msg }) => msg));
    tokens = await counter.count(payload);
  }
  const before = await costsIn(msgs, fitting);
  const left = drafts.map(({ msg }) => msg);
  const after = await costsIn(left, fitting);
  const places = new Map(drafts.map(({ index }, place) => [index, place]));
  for (const [index, outcome] of outcomes.entries()) {
    checkAborted(signal);
    const place = places.get(index);
    const cost = place === undefined ? await before(index) : await after(place);
    if (cost !== undefined) outcomes[index] = { ...outcome, tokens: cost };
  }
  return { payload, tokens, outcomes };
}

/** What each of some messages costs among them. */
async function costsIn(
  msgs: readonly Msg[],
  { format, counter }: Fitting,
): Promise<(i: number) => Promise<number | undefined>> {
  const counting = format.counts && (await counter.additive?.());
  if (counting && !counting.isBound && format.counts) {
    const counts = format.counts(msgs, counting);
    const whole = firstCut(msgs);
    return i => counts.tokensOf(i, whole);
  }
  return async i => (msgs.length > maxCounts ? undefined : tokensByAbsence(msgs, msgs[i]!, format, counter));
}

/** `undefined` where the counter raises without the message, as chat templates do for no messages or for two questions in a row. */
async function tokensByAbsence(msgs: readonly Msg[], msg: Msg, format: MessageFormat, counter: PayloadCounter) {
  try {
    const total = await counter.count(await format.format(msgs));
    return total - (await counter.count(await format.format(msgs.filter(each => each !== msg))));
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

/** A kept message's tokens are those in the payload; a dropped one's those that it had before anything was dropped. */
async function judge(
  msgs: readonly Msg[],
  cuts: readonly Cut[],
  tokensOf: TokensOf,
  signal: Fitting['signal'],
): Promise<MessageOutcome[]> {
  const last = cuts.at(-1)!;
  const steps = new Map<number, number>();
  for (let step = 1; step < cuts.length; step++)
    for (let i = cuts[step - 1]!.from; i < cuts[step]!.from; i++) if (i !== cuts[step]!.system) steps.set(i, step);
  const outcomes: MessageOutcome[] = [];
  for (const i of msgs.keys()) {
    checkAborted(signal);
    const step = steps.get(i);
    const tokens = await tokensOf(i, step === undefined ? last : cuts[0]!);
    const isOldest = step !== undefined && cuts[step - 1]!.from === i;
    const reason = isOldest
      ? 'the oldest message'
      : msgs[i - 1]?.withNext
        ? 'the answer of the example before it'
        : 'between a tool call and the last of its results';
    outcomes.push({
      kept: step === undefined,
      ...(step !== undefined && { step, reason }),
      ...(tokens !== undefined && { tokens }),
    });
  }
  return outcomes;
}

/** Raises `AbortError` once the work is cancelled. */
export function checkAborted(signal: Fitting['signal']): void {
  if (signal?.aborted) throw new EngineError('AbortError', 'Formatting was cancelled.');
}
