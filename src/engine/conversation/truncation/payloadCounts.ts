import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { hasToolBlocks, type Msg } from '../../messages/msg.ts';
import type { AdditiveCounting } from '../../tokens/index.ts';
import type { FormatContext, ProviderStyle } from '../formatters/formatter.ts';
import { chatMessages } from '../formatters/multiAgent.ts';
import type { Cut } from './fifo.ts';
import { type HistoryCounts, historyCounts } from './historyCounts.ts';

/** What counting needs of a formatter: the style, and the prompt of a MultiAgent class (absent: a Chat class). */
export interface Formatting {
  readonly style: ProviderStyle;
  readonly prompt?: string;
  readonly context: FormatContext;
}

/** Consecutive messages that are formatted together. */
interface Stretch {
  readonly tools: boolean;
  readonly start: number;
  readonly end: number;
}

/** A history that cannot be taken apart is put together anew for each of its messages, up to this many. */
const maxRecounts = 300;

/**
 * The count of what a formatter makes of a conversation under any cut, put together from the counts of its parts. All
 * cuts together take time linear in the conversation, but that a history with media is put together anew for every cut
 * inside it. Every method raises `EngineError` where formatting or counting does.
 */
export class PayloadCounts {
  readonly #msgs: readonly Msg[];
  readonly #formatting: Formatting;
  readonly #counting: AdditiveCounting;
  readonly #stretches: readonly Stretch[];
  readonly #stretchAt: readonly number[];
  readonly #chat = new Map<string, number>();
  readonly #chatSums = new Map<string, number>();
  readonly #histories = new Map<string, { from: number; counts: HistoryCounts | undefined }>();
  readonly #later = new Map<string, number>();

  constructor(msgs: readonly Msg[], formatting: Formatting, counting: AdditiveCounting) {
    this.#msgs = msgs;
    this.#formatting = formatting;
    this.#counting = counting;
    const stretches: { tools: boolean; start: number; end: number }[] = [];
    const stretchAt: number[] = [];
    const hasSystem = msgs[0]?.role === 'system';
    for (const [i, msg] of msgs.entries()) {
      // A Chat class knows no histories: it formats message by message, as in a tool sequence.
      const tools = formatting.prompt === undefined || (!(hasSystem && i === 0) && hasToolBlocks(msg));
      const last = stretches.at(-1);
      if (last && last.tools === tools && !(hasSystem && i === 1)) last.end = i + 1;
      else stretches.push({ tools, start: i, end: i + 1 });
      stretchAt.push(stretches.length - 1);
    }
    this.#stretches = stretches;
    this.#stretchAt = stretchAt;
  }

  /** The count of the payload that a cut leaves. */
  async of(cut: Cut): Promise<number> {
    const { system, from } = cut;
    const { fixed, opening } = this.#counting;
    const before = opening ? opening((await this.#first(cut))?.role) : 0;
    const total = fixed + before + (system < 0 ? 0 : await this.#systemCount(system));
    if (from >= this.#msgs.length) return total;
    const index = this.#stretchAt[from]!;
    const { tools, end } = this.#stretches[index]!;
    const first = await this.#count({ tools, start: from, end }, this.#isFirstOfChat(cut), this.#formatting.prompt);
    return total + first + (await this.#laterCount(index + 1, tools));
  }

  /**
   * The payload's count under a cut minus its count without message `i`, which the cut keeps. `undefined` for a message
   * of a long history that cannot be taken apart, for one whose absence would make a system message lead, and where the
   * counter raises without it.
   */
  async tokensOf(i: number, cut: Cut): Promise<number | undefined> {
    if (this.#wouldLead(i, cut)) return undefined;
    const { opening } = this.#counting;
    const own = await this.#ownTokens(i, cut);
    const first = opening && (await this.#first(cut));
    if (!opening || own === undefined || i !== first?.index) return own;
    try {
      const next = await this.#first(cut, i);
      return own + opening(first.role) - opening(next?.role);
    } catch {
      return undefined;
    }
  }

  async #ownTokens(i: number, cut: Cut): Promise<number | undefined> {
    if (i === cut.system) {
      const follows = this.#formatting.prompt === undefined ? await this.#firstChatDifference(cut.from) : 0;
      return (await this.#systemCount(i)) + follows;
    }
    const index = this.#stretchAt[i]!;
    const { tools, start: whole, end } = this.#stretches[index]!;
    const start = Math.max(whole, cut.from);
    const isFirst = start === cut.from ? this.#isFirstOfChat(cut) : true;
    const prompt = tools ? undefined : this.#promptAt(index, cut);
    if (end - start === 1) return this.#lone(index, cut, isFirst, prompt);
    if (tools) {
      if (i > start) return this.#chatCount(i, false);
      return (await this.#chatCount(i, isFirst)) + (isFirst ? await this.#firstChatDifference(i + 1) : 0);
    }
    const counts = await this.#wholeHistory(start, end, prompt!);
    if (counts) return counts.total - counts.without(i - start);
    if (end - start > maxRecounts) return undefined;
    const all = await this.#conversation(start, end, prompt!);
    return all - this.#sum(await this.#format([...this.#between(start, i), ...this.#between(i + 1, end)], prompt!));
  }

  /**
   * The role of the first message that a cut leaves, without one of them where it is named, and where it comes from: a
   * message may format to nothing, and is the first of its list nevertheless.
   */
  async #first(
    { system, from }: Cut,
    without = -1,
  ): Promise<{ readonly index: number; readonly role: PyValue } | undefined> {
    const { style, context, prompt } = this.#formatting;
    let afterTools = false;
    for (let i = system < 0 ? from : system; i < this.#msgs.length; i = i === system ? from : i + 1) {
      if (i === without) continue;
      const msg = this.#msgs[i]!;
      const { tools } = this.#stretches[this.#stretchAt[i]!]!;
      const isSystem = prompt !== undefined && i === system;
      let messages: readonly PyDict[];
      if (isSystem) messages = [style.system(msg, context)];
      else messages = tools ? await this.#chatMessages(i, !afterTools) : await this.#format([msg], prompt!);
      if (messages[0]) return { index: i, role: messages[0].get('role') ?? null };
      afterTools = tools && !isSystem;
    }
    return undefined;
  }

  #wouldLead(i: number, { system, from }: Cut): boolean {
    const leads = system < 0 ? i === from : i === system;
    const next = this.#msgs[i === system ? from : i + 1];
    return this.#formatting.prompt !== undefined && leads && next?.role === 'system';
  }

  /** A stretch of one message: without it the stretches around it become one, and the prompt may move on. */
  async #lone(index: number, cut: Cut, isFirst: boolean, prompt: string | undefined): Promise<number> {
    const { tools, start, end } = this.#stretches[index]!;
    const own = await this.#count({ tools, start: Math.max(start, cut.from), end }, isFirst, prompt);
    const next = this.#stretches[index + 1];
    if (!next) return own;
    const isOldest = start <= cut.from;
    if (tools) {
      if (isOldest) return own;
      const before = this.#stretches[index - 1]!;
      const from = Math.max(before.start, cut.from);
      const promptBefore = this.#promptAt(index - 1, cut);
      const apart =
        (await this.#conversation(from, before.end, promptBefore)) +
        (await this.#conversation(next.start, next.end, ''));
      const joined = [...this.#between(from, before.end), ...this.#between(next.start, next.end)];
      return own + apart - this.#sum(await this.#format(joined, promptBefore));
    }
    // Tool sequences that meet become one, so the second one's first message is no longer the first.
    const meets = isOldest ? 0 : await this.#firstChatDifference(next.start, -1);
    const after = this.#stretches[index + 2];
    if (!prompt || !after) return own + meets;
    const moved =
      (await this.#conversation(after.start, after.end, '')) -
      (await this.#conversation(after.start, after.end, prompt));
    return own + meets + moved;
  }

  /** What the first place in a list changes about a message's count: 0 but for a system message of Anthropic's. */
  async #firstChatDifference(i: number, sign = 1): Promise<number> {
    if (i >= this.#msgs.length) return 0;
    return sign * ((await this.#chatCount(i, false)) - (await this.#chatCount(i, true)));
  }

  /** The prompt before the history that is stretch `index`, under a cut: only the first history has one. */
  #promptAt(index: number, { from }: Cut): string {
    const first = this.#stretches.findIndex((stretch, k) => k >= this.#stretchAt[from]! && !stretch.tools);
    return index === first ? this.#formatting.prompt! : '';
  }

  #isFirstOfChat({ system }: Cut): boolean {
    return this.#formatting.prompt !== undefined || system < 0;
  }

  async #systemCount(i: number): Promise<number> {
    if (this.#formatting.prompt === undefined) return this.#chatCount(i, true);
    const { style, context } = this.#formatting;
    return this.#counting.message(style.system(this.#msgs[i]!, context));
  }

  /** All stretches from one on, the prompt in front of the first history among them or nowhere. */
  async #laterCount(index: number, withPrompt: boolean): Promise<number> {
    const passed: { key: string; count: number }[] = [];
    let sum = 0;
    let prompt = withPrompt ? this.#formatting.prompt : '';
    for (let i = index; i < this.#stretches.length; i++) {
      const key = `${i} ${prompt !== ''}`;
      const cached = this.#later.get(key);
      if (cached !== undefined) {
        sum = cached;
        break;
      }
      const stretch = this.#stretches[i]!;
      passed.push({ key, count: await this.#count(stretch, true, prompt) });
      if (!stretch.tools) prompt = '';
    }
    for (const { key, count } of passed.reverse()) {
      sum += count;
      this.#later.set(key, sum);
    }
    return sum;
  }

  #count({ tools, start, end }: Stretch, isFirst: boolean, prompt: string | undefined): Promise<number> {
    return tools ? this.#chatStretch(start, end, isFirst) : this.#conversation(start, end, prompt ?? '');
  }

  async #chatStretch(start: number, end: number, isFirst: boolean): Promise<number> {
    const passed: { key: string; count: number }[] = [];
    let sum = 0;
    for (let i = start + 1; i < end; i++) {
      const key = `${i} ${end}`;
      const cached = this.#chatSums.get(key);
      if (cached !== undefined) {
        sum = cached;
        break;
      }
      passed.push({ key, count: await this.#chatCount(i, false) });
    }
    for (const { key, count } of passed.reverse()) {
      sum += count;
      this.#chatSums.set(key, sum);
    }
    return sum + (await this.#chatCount(start, isFirst));
  }

  async #chatCount(i: number, isFirst: boolean): Promise<number> {
    const key = `${i} ${isFirst}`;
    let count = this.#chat.get(key);
    if (count === undefined) {
      count = this.#sum(await this.#chatMessages(i, isFirst));
      this.#chat.set(key, count);
    }
    return count;
  }

  /** What a Chat class makes of a message, and what it promotes out of it. */
  async #chatMessages(i: number, isFirst: boolean): Promise<readonly PyDict[]> {
    const { style, context } = this.#formatting;
    const { own, promoted } = await chatMessages(this.#msgs[i]!, isFirst ? 0 : 1, style, context);
    return [...own, ...promoted];
  }

  async #conversation(start: number, end: number, prompt: string): Promise<number> {
    const { from, counts } = await this.#history(start, end, prompt);
    if (counts && start >= from) return counts.from(start - from);
    return this.#sum(await this.#format(this.#between(start, end), prompt));
  }

  /** The history that ends at `end`, taken apart once from where it is first asked for. */
  async #history(start: number, end: number, prompt: string) {
    const key = `${end} ${prompt}`;
    let history = this.#histories.get(key);
    if (!history || (history.counts && history.from > start)) {
      history = { from: start, counts: await this.#wholeHistory(start, end, prompt) };
      this.#histories.set(key, history);
    }
    return history;
  }

  readonly #whole = new Map<string, Promise<HistoryCounts | undefined>>();

  /** The history of exactly these messages, taken apart. */
  #wholeHistory(start: number, end: number, prompt: string): Promise<HistoryCounts | undefined> {
    const key = `${start} ${end} ${prompt}`;
    let counts = this.#whole.get(key);
    if (!counts) {
      const { style, context } = this.#formatting;
      counts = historyCounts(this.#between(start, end), prompt, style, context, this.#counting);
      this.#whole.set(key, counts);
    }
    return counts;
  }

  #format(msgs: readonly Msg[], prompt: string): Promise<readonly PyDict[]> {
    return this.#formatting.style.conversation(msgs, prompt, this.#formatting.context);
  }

  #between(start: number, end: number): readonly Msg[] {
    return this.#msgs.slice(start, end);
  }

  #sum(messages: readonly PyDict[]): number {
    return messages.reduce((sum, message) => sum + this.#counting.message(message), 0);
  }
}
