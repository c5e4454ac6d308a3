import { EngineError } from '../../../core/errors.ts';
import { fromPlain, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { applyChatTemplate, type CompiledChatTemplate, compileChatTemplate } from '../../../tokens/index.ts';
import { probeClock } from '../warnings/chatProbe.ts';
import { commonStart } from './textPieces.ts';

/** How far from the place where two texts part the whole pieces are counted. */
const farthest = 300;

/** A message as plain data. */
export type Message = Readonly<Record<string, unknown>>;

/** What a chat template makes of a conversation that ends with an answer. */
export interface RenderedAnswer {
  /** The messages before the answer. */
  readonly prompt: string;
  /** What it would have written. */
  readonly text: string;
  /** What the prompt has in place of it, where the history is written otherwise than the prompt asks. */
  readonly promptTail: string;
  /** What begins the next turn: of a user, or of a tool behind a call. */
  readonly next: () => string;
}

export interface ProbeCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The arguments of a chat template beside the messages. */
export interface AskOptions {
  readonly tools?: PyValue;
  readonly kwargs?: PyDict;
}

/** The id of a probe's calls: nine signs, as Mistral's templates want them. */
const callId = (i: number) => `callid${String(100 + i)}`;

/** An answer of the assistant. `thoughts` stand under `reasoningKey`. */
export function answerMessage(
  parts: { readonly content?: string; readonly thoughts?: string; readonly calls?: readonly ProbeCall[] },
  reasoningKey = 'reasoning_content',
): Message {
  const { content = '', thoughts, calls } = parts;
  return {
    role: 'assistant',
    content,
    ...(thoughts !== undefined && { [reasoningKey]: thoughts }),
    ...(calls && {
      tool_calls: calls.map((call, i) => ({ id: callId(i), type: 'function', function: call })),
    }),
  };
}

/** How a chat template wants the parts of messages, where that is not as usual. */
export interface MessageForm {
  /** The arguments of calls as a text. */
  readonly argumentsAsText?: boolean;
  /** Nothing, and not an empty text, for the content beside calls. */
  readonly contentAsNone?: boolean;
  /** Contents as lists with a part for their text. */
  readonly contentAsParts?: boolean;
}

/** A chat template that renders conversations, to see what it makes of their words. */
export class AskedTemplate {
  readonly #chatTemplate: PyValue;
  readonly #specialTokens: PyDict;
  #compiled: CompiledChatTemplate | undefined;
  /** Prompts by their tools and all else: most answers follow the same few. */
  readonly #prompts = new Map<PyValue | undefined, Map<string, string>>();
  /** How it wants the parts of messages. */
  wants: MessageForm = {};

  constructor(chatTemplate: PyValue, specialTokens: PyDict) {
    this.#chatTemplate = chatTemplate;
    this.#specialTokens = specialTokens;
  }

  /** What the last message of a conversation becomes. Raises what the template raises. */
  answer(messages: readonly Message[], options: AskOptions = {}): RenderedAnswer {
    const prompt = this.#prompt(messages.slice(0, -1), options);
    const whole = this.render(messages, false, options);
    let length = 0;
    while (length < prompt.length && prompt[length] === whole[length]) length++;
    if (length < prompt.length) {
      // Not within a delimiter.
      const base = Math.max(0, length - farthest);
      length = base + commonStart(prompt.slice(base, length + farthest), whole.slice(base, length + farthest)).length;
    }
    return {
      prompt,
      text: whole.slice(length),
      promptTail: prompt.slice(length),
      next: () => this.#next(messages, whole, options),
    };
  }

  #prompt(history: readonly Message[], options: AskOptions): string {
    const prompts = this.#prompts.get(options.tools) ?? new Map<string, string>();
    this.#prompts.set(options.tools, prompts);
    const key = JSON.stringify([history, this.wants, [...(options.kwargs ?? [])]]);
    const prompt = prompts.get(key) ?? this.render(history, true, options);
    prompts.set(key, prompt);
    return prompt;
  }

  /** The same, or `undefined` where the template raises. */
  tryAnswer(messages: readonly Message[], options: AskOptions = {}): RenderedAnswer | undefined {
    try {
      return this.answer(messages, options);
    } catch (error) {
      if (error instanceof EngineError) return undefined;
      throw error;
    }
  }

  render(messages: readonly Message[], addGenerationPrompt: boolean, { tools, kwargs }: AskOptions): string {
    const inOwnForm = messages.map(message => inForm(message, this.wants));
    const request = {
      chatTemplate: this.#chatTemplate,
      messages: fromPlain(inOwnForm),
      ...(tools !== undefined && { tools }),
      addGenerationPrompt,
      specialTokens: this.#specialTokens,
      ...(kwargs && { kwargs }),
      now: probeClock,
    };
    const { chats } = applyChatTemplate(request, text => {
      this.#compiled ??= compileChatTemplate(text);
      return this.#compiled;
    });
    return chats[0]?.text ?? '';
  }

  #next(messages: readonly Message[], whole: string, options: AskOptions): string {
    const calls = messages.at(-1)?.tool_calls;
    const follows = Array.isArray(calls)
      ? calls.map((call: { readonly id?: unknown; readonly function?: { readonly name?: unknown } }) => ({
          role: 'tool',
          name: call.function?.name,
          tool_call_id: call.id,
          content: 'qzresult',
        }))
      : [{ role: 'user', content: 'qznext' }];
    try {
      const longer = this.render([...messages, ...follows], false, options);
      return longer.startsWith(whole) ? longer.slice(whole.length) : '';
    } catch (error) {
      if (error instanceof EngineError) return '';
      throw error;
    }
  }
}

function inForm(message: Message, { argumentsAsText, contentAsNone, contentAsParts }: MessageForm): Message {
  const { content, tool_calls: calls } = message;
  const isNone = contentAsNone === true && Array.isArray(calls) && content === '';
  const isParts = contentAsParts === true && typeof content === 'string' && content !== '';
  return {
    ...message,
    ...(isNone && { content: null }),
    ...(isParts && { content: [{ type: 'text', text: content }] }),
    ...(argumentsAsText === true &&
      Array.isArray(calls) && {
        tool_calls: calls.map((call: { readonly function: ProbeCall }) => ({
          ...call,
          function: { ...call.function, arguments: JSON.stringify(call.function.arguments) },
        })),
      }),
  };
}
