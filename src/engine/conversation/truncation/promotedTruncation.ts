import { EngineError } from '../../core/errors.ts';
import type { PyDict } from '../../core/pyValue.ts';
import type { FormattedMessages, MessageOutcome } from '../../messages/formattedMessages.ts';
import type { Msg } from '../../messages/msg.ts';
import type { AdditiveCounting, PayloadCounter } from '../../tokens/index.ts';
import type { FormatContext, ProviderStyle } from '../formatters/formatter.ts';
import { type ChatMessages, chatMessages } from '../formatters/multiAgent.ts';
import { firstCut, nextCut } from '../truncation/fifo.ts';
import { checkAborted, maxCounts } from './fitRounds.ts';
import type { Fitting } from './messageFormat.ts';

/**
 * What is left after some rounds: as a cut, but every message that is left has the copies of `rounds` rounds behind it,
 * and a dropped message may have left `copies` of its own, which stand before `from`.
 */
interface State {
  readonly rounds: number;
  readonly system: number;
  readonly from: number;
  readonly gone?: { readonly index: number; readonly copies: number };
}

/** Rounds that are tried where the counter's parts add up. */
const maxRounds = 200_000;
/** Payload messages that are put together and counted in all rounds, where every round is counted anew. */
const maxMessages = 500_000;

/**
 * AgentScope's FIFO in a Chat class that promotes media: every round puts what is promoted behind its result again, and
 * what earlier rounds put there stays, so that copies pile up and leave one by one. The number of rounds can double with
 * every result, so there is a limit to them, which is a `TruncationError` of ours.
 */
export async function fitPromoted(
  fitting: Fitting,
  style: ProviderStyle,
  context: FormatContext,
): Promise<FormattedMessages> {
  const { msgs, counter, limit, shownLimit, signal } = fitting;
  const parts: ChatMessages[] = [];
  for (const [index, msg] of msgs.entries()) parts.push(await chatMessages(msg, index, style, context));
  const { system, from } = firstCut(msgs);
  const start: State = { rounds: 1, system, from };
  let state = start;
  let payload = payloadOf(parts, state);
  let tokens = await counter.count(payload);
  const outcomes = new Map<number, MessageOutcome>();
  const counting = await counter.additive?.();
  const counts = counting && new Counts(parts, counting);
  let made = payload.length;
  for (let round = 1; limit !== undefined && tokens > limit; round++) {
    checkAborted(signal);
    if (round > maxRounds || made > maxMessages) throw tooManyRounds(round - 1);
    const next = nextState(msgs, parts, state, shownLimit);
    noteDropped(outcomes, state, next, round);
    state = next;
    if (counts && counts.of(state) > limit) continue;
    payload = payloadOf(parts, state);
    made += payload.length;
    tokens = await counter.count(payload);
  }
  const costs = counts && !counting.isBound ? counts : undefined;
  const judged: MessageOutcome[] = [];
  for (const index of msgs.keys()) {
    checkAborted(signal);
    const outcome = outcomes.get(index) ?? { kept: true };
    const among = outcome.kept ? state : start;
    const cost = costs ? costs.tokensOf(index, among) : await costByAbsence(parts, index, among, counter);
    judged.push({ ...outcome, ...(cost !== undefined && { tokens: cost }) });
  }
  return { payload, tokens, outcomes: judged };
}

/** What a message costs with its copies; `undefined` where it is one of many, or where the counter raises without it. */
async function costByAbsence(parts: readonly ChatMessages[], index: number, state: State, counter: PayloadCounter) {
  if (parts.length > maxCounts) return undefined;
  try {
    const total = await counter.count(payloadOf(parts, state));
    const others = parts.map((part, i) => (i === index ? { own: [], promoted: [] } : part));
    return total - (await counter.count(payloadOf(others, state)));
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

/** One round: drops the oldest message or copy, or a message with calls and all up to the last of their results. */
function nextState(msgs: readonly Msg[], parts: readonly ChatMessages[], state: State, limit: string): State {
  const { gone } = state;
  const rounds = state.rounds + 1;
  if (gone) return leftOf({ rounds, system: state.system, from: state.from }, gone.index, gone.copies - 1);
  // A system message that has come to stand first is safe.
  const leads = state.system < 0 && msgs[state.from]?.role === 'system';
  const system = leads ? state.from : state.system;
  const from = leads ? state.from + 1 : state.from;
  if (system >= 0 && parts[system]!.promoted.length > 0)
    throw new EngineError(
      'TruncationError',
      `What is promoted out of the leading system message comes back in every round, and the payload still exceeds the token limit (${limit} tokens). AgentScope would try for ever.`,
    );
  const cut = nextCut(msgs, { system, from }, limit);
  const closing = cut.system === system ? cut.from - 1 : cut.system - 1;
  // A message has been formatted in every round up to this one.
  const copies = parts[closing]!.promoted.length * state.rounds;
  return leftOf({ rounds, system, from: closing + 1 }, closing, copies);
}

function leftOf(state: Omit<State, 'gone'>, index: number, copies: number): State {
  return copies > 0 ? { ...state, gone: { index, copies } } : state;
}

/** The payload of what is left. */
function payloadOf(parts: readonly ChatMessages[], { rounds, system, from, gone }: State): PyDict[] {
  const payload: PyDict[] = [];
  const add = ({ own, promoted }: ChatMessages) => {
    if (payload.length + promoted.length * rounds > maxMessages) throw tooManyRounds(rounds);
    payload.push(...own);
    for (let round = 0; round < rounds; round++) payload.push(...promoted);
  };
  if (system >= 0) add(parts[system]!);
  if (gone) {
    if (gone.copies > maxMessages) throw tooManyRounds(rounds);
    const { promoted } = parts[gone.index]!;
    for (let left = gone.copies; left > 0; left--) payload.push(promoted.at(-1 - ((left - 1) % promoted.length))!);
  }
  for (const part of parts.slice(from)) add(part);
  return payload;
}

function tooManyRounds(rounds: number): EngineError {
  return new EngineError(
    'TruncationError',
    `After ${rounds} rounds the payload still exceeds the token limit. AgentScope keeps what it promotes out of tool results from round to round, and every round adds to it.`,
  );
}

function noteDropped(outcomes: Map<number, MessageOutcome>, before: State, after: State, step: number): void {
  for (let index = before.from; index < after.from; index++) {
    if (index === after.system) continue;
    const reason = index === before.from ? 'the oldest message' : 'between a tool call and the last of its results';
    outcomes.set(index, { kept: false, step, reason });
  }
}

/** Counts what is left from the counts of its parts, in constant time a round but for the first message's role. */
class Counts {
  readonly #parts: readonly ChatMessages[];
  readonly #counting: AdditiveCounting;
  /** The tokens of all messages from an index on, and of what one round promotes out of them. */
  readonly #own: number[];
  readonly #promoted: number[];

  constructor(parts: readonly ChatMessages[], counting: AdditiveCounting) {
    this.#parts = parts;
    this.#counting = counting;
    this.#own = this.#sums(({ own }) => own);
    this.#promoted = this.#sums(({ promoted }) => promoted);
  }

  of(state: State): number {
    const { rounds, system, from, gone } = state;
    const { fixed, opening } = this.#counting;
    let total = fixed + this.#own[from]! + rounds * this.#promoted[from]!;
    if (opening) {
      const first = this.#first(state);
      total += opening(first && (first.get('role') ?? null));
    }
    if (system >= 0) total += this.#own[system]! - this.#own[system + 1]!;
    if (gone) {
      const { promoted } = this.#parts[gone.index]!;
      const whole = Math.floor(gone.copies / promoted.length);
      total += whole * (this.#promoted[gone.index]! - this.#promoted[gone.index + 1]!);
      for (let left = gone.copies % promoted.length; left > 0; left--)
        total += this.#counting.message(promoted.at(-left)!);
    }
    return total;
  }

  /** What a message that is left costs with its copies. */
  tokensOf(index: number, { rounds }: State): number {
    const own = this.#own[index]! - this.#own[index + 1]!;
    return own + rounds * (this.#promoted[index]! - this.#promoted[index + 1]!);
  }

  #first({ system, from, gone }: State): PyDict | undefined {
    if (system >= 0 && this.#parts[system]!.own[0]) return this.#parts[system]!.own[0];
    if (gone) return this.#parts[gone.index]!.promoted[0];
    const part = this.#parts.find(({ own, promoted }, i) => i >= from && own.length + promoted.length > 0);
    return part && (part.own[0] ?? part.promoted[0]);
  }

  #sums(pick: (part: ChatMessages) => readonly PyDict[]): number[] {
    const sums = [0];
    let sum = 0;
    for (const part of [...this.#parts].reverse()) {
      sum += pick(part).reduce((count, message) => count + this.#counting.message(message), 0);
      sums.push(sum);
    }
    return sums.reverse();
  }
}
