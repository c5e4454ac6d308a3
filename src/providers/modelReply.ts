import type { ModelMessage } from '../engine/index.ts';
import type { ModelEvent } from './modelApi.ts';
import { ModelFailure } from './modelFailure.ts';

/** A call of a function; `arguments` is the JSON text that the model wrote. */
interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

interface GrowingCall {
  id: string;
  name: string;
  readonly pieces: string[];
  /** All arguments at once, which count where no piece came. */
  whole: string | undefined;
}

/**
 * The calls of a stream. Servers tell them apart by their place, by their id, or not at all: a new id at the same place is
 * another call, and what has neither goes on with the last one, unless that one's arguments are complete and a name comes.
 */
class GrowingCalls {
  readonly #calls: GrowingCall[] = [];
  readonly #byIndex = new Map<number, GrowingCall>();
  readonly #byId = new Map<string, GrowingCall>();

  add(event: NonNullable<ModelEvent['call']>): void {
    const { index, id, name, arguments: written, whole } = event;
    const call = this.#growing(event) ?? this.#begin();
    if (index !== undefined) this.#byIndex.set(index, call);
    if (id !== undefined) {
      call.id = id;
      this.#byId.set(id, call);
    }
    if (name !== undefined) call.name = joinedName(call.name, name);
    if (written !== undefined) call.pieces.push(written);
    if (whole !== undefined) call.whole = whole;
  }

  /** The calls in the order in which they began. */
  all(): readonly ModelCall[] {
    return this.#calls.map(({ id, name, pieces, whole }, i) => ({
      id: id || `call_${i + 1}`,
      name,
      arguments: pieces.join('') || (whole ?? ''),
    }));
  }

  #growing({ index, id, name, isNew }: NonNullable<ModelEvent['call']>): GrowingCall | undefined {
    if (isNew) return undefined;
    if (id !== undefined && this.#byId.has(id)) return this.#byId.get(id);
    const call = index === undefined ? this.#calls.at(-1) : this.#byIndex.get(index);
    if (!call) return undefined;
    // A call that has an id is not continued under another.
    if (id !== undefined && call.id !== '') return undefined;
    return index === undefined && name !== undefined && isComplete(call) ? undefined : call;
  }

  #begin(): GrowingCall {
    const call: GrowingCall = { id: '', name: '', pieces: [], whole: undefined };
    this.#calls.push(call);
    return call;
  }
}

/** A name comes whole, in pieces, or once more with every piece of the arguments. */
function joinedName(start: string, more: string): string {
  return more.startsWith(start) ? more : start + more;
}

/** Whether a call has all its arguments: a name that comes is another one's. Asked only where nothing else tells calls apart. */
function isComplete({ pieces, whole }: GrowingCall): boolean {
  if (whole !== undefined) return true;
  const text = pieces.join('');
  if (!text.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What a model answered. */
export interface ModelReply {
  readonly text: string;
  /** What it thought first, where the provider tells that apart. */
  readonly reasoning?: string;
  readonly calls: readonly ModelCall[];
  /** In the provider's words. */
  readonly finishReason?: string;
  /** As the provider reports it. */
  readonly usage?: Readonly<Record<string, unknown>>;
}

/** What a piece takes beside its characters. */
const pieceSize = 4;
/** The longest report of tokens, in characters of its JSON. */
const maxUsage = 64_000;

/** Puts a reply together from the pieces of its stream. */
export class GrowingReply {
  readonly #text: string[] = [];
  readonly #reasoning: string[] = [];
  readonly #calls = new GrowingCalls();
  #wholeText: string | undefined;
  #finishReason: string | undefined;
  #usage: Readonly<Record<string, unknown>> | undefined;
  #usageLength = 0;
  /** Characters so far of all that is kept, and something for each piece. */
  #length = 0;
  /** Whether the stream said that nothing comes after it. */
  isWhole = false;

  add({ text, wholeText, reasoning, call, finishReason, usage, isEnd }: ModelEvent): void {
    if (text !== undefined) this.#text.push(text);
    if (reasoning !== undefined) this.#reasoning.push(reasoning);
    if (wholeText !== undefined) this.#wholeText = wholeText;
    if (call) this.#calls.add(call);
    if (finishReason !== undefined) this.#finishReason = finishReason;
    if (usage) this.#addUsage(usage);
    this.#length += pieceSize;
    for (const each of [text, wholeText, reasoning, finishReason, call?.id, call?.name, call?.arguments, call?.whole])
      this.#length += each?.length ?? 0;
    if (isEnd || finishReason !== undefined) this.isWhole = true;
  }

  get length(): number {
    return this.#length + this.#usageLength;
  }

  reply(): ModelReply {
    const reasoning = this.#reasoning.join('');
    return {
      text: this.#text.join('') || (this.#wholeText ?? ''),
      ...(reasoning !== '' && { reasoning }),
      calls: this.#calls.all(),
      ...(this.#finishReason !== undefined && { finishReason: this.#finishReason }),
      ...(this.#usage && { usage: this.#usage }),
    };
  }

  /** Reports are laid over one another: what is kept of them is small, unless a server makes it grow. */
  #addUsage(usage: Readonly<Record<string, unknown>>): void {
    this.#usage = { ...this.#usage, ...usage };
    this.#usageLength = JSON.stringify(this.#usage).length;
    if (this.#usageLength > maxUsage)
      throw new ModelFailure('stream', 'The report of the tokens is longer than 64,000 characters.');
  }
}

/** A reply as a parser reads it: its text; a provider's message where it calls functions. */
export function responseOf({ text, calls }: Pick<ModelReply, 'text' | 'calls'>): string | ModelMessage {
  if (calls.length === 0) return text;
  return {
    content: text,
    tool_calls: calls.map(({ id, name, arguments: written }) => ({
      id,
      type: 'function',
      function: { name, arguments: written },
    })),
  };
}

/** The states that OpenAI's Responses API names; a model's other reasons to end are those of a cut answer, or of a whole one. */
const states = ['completed', 'incomplete', 'failed', 'in_progress', 'cancelled', 'queued'];

/** Whether a model stopped because its answer reached the limit of tokens, by its provider's word for why it ended. */
export function isCutShort(finishReason: string): boolean {
  return /length|max_(?:output_)?tokens/i.test(finishReason);
}

/** A reply as OpenAI's Responses API would give it, whoever answered. */
export function responsesAnswerOf({ text, calls, finishReason = 'completed' }: ModelReply): ModelMessage {
  const isCut = isCutShort(finishReason);
  const answer = {
    object: 'response',
    status: isCut ? 'incomplete' : states.includes(finishReason) ? finishReason : 'completed',
    ...(isCut && { incomplete_details: { reason: 'max_output_tokens' } }),
    output: [
      ...(text === ''
        ? []
        : [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] }]),
      ...calls.map(({ id, name, arguments: written }) => ({
        type: 'function_call',
        call_id: id,
        name,
        arguments: written,
      })),
    ],
  };
  return answer;
}

/** The tokens of a provider's report, under whatever names it has for them. */
export function usageTokens(usage: Readonly<Record<string, unknown>> | undefined): {
  readonly input?: number;
  readonly output?: number;
} {
  const first = (...keys: readonly string[]) =>
    keys.map(key => usage?.[key]).find((value): value is number => typeof value === 'number');
  const input = first('prompt_tokens', 'input_tokens', 'promptTokenCount', 'prompt_eval_count');
  const output = first('completion_tokens', 'output_tokens', 'candidatesTokenCount', 'eval_count');
  return { ...(input !== undefined && { input }), ...(output !== undefined && { output }) };
}
