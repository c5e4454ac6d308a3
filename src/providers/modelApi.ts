import type { PyDict, PyValue } from '../engine/index.ts';
import type { ModelAddress } from './modelAddress.ts';

/** What is sent to a model, without the key: the same for the same question, byte for byte. */
export interface ModelRequest {
  readonly url: string;
  /** Without `content-type` and the key. */
  readonly headers: Readonly<Record<string, string>>;
  /** As data, for a log. */
  readonly body: PyDict;
}

/** What a question is made of. */
export interface ModelQuestion {
  /** The provider's messages, as its formatter made them. */
  readonly payload: readonly PyValue[] | PyDict;
  /** Functions in OpenAI's form, as AgentScope's toolkit lists them; absent: none. */
  readonly tools?: readonly PyValue[];
  /** What a framework sets beside them, `tool_choice` and `response_format` in OpenAI's form; absent: nothing. */
  readonly bound?: PyDict;
  /** Members of the body that the user set, such as `temperature`. */
  readonly parameters?: PyDict;
}

/** What a piece of a stream says. */
export interface ModelEvent {
  /** More of the answer's text. */
  readonly text?: string;
  /** More of what the model thinks first. */
  readonly reasoning?: string;
  /** All of the answer's text, which counts where no piece of it came. */
  readonly wholeText?: string;
  /**
   * More of a call: `index` or `id` says which, where the server says so, see `GrowingCalls`; `name` and `arguments` are
   * added to what it has. `whole`: all arguments, which count where no piece of them came. `isNew`: it is no other's.
   */
  readonly call?: {
    readonly index?: number;
    readonly id?: string;
    readonly name?: string;
    readonly arguments?: string;
    readonly whole?: string;
    readonly isNew?: true;
  };
  /** Why it ended, in the provider's words. */
  readonly finishReason?: string;
  /** The tokens as the provider reports them; later reports are laid over earlier ones. */
  readonly usage?: Readonly<Record<string, unknown>>;
  /** The provider breaks off: its words, and the HTTP status that it would have had. */
  readonly error?: { readonly message: string; readonly status?: number };
  /** Nothing comes after this, and the answer is whole. */
  readonly isEnd?: true;
}

/** One kind of API: how a question is put, and how its stream is read. Adding one is one file and one line in `modelApis.ts`. */
export interface ModelApi {
  /** The formatter that makes its payload, and the one for several agents. */
  readonly formatters: readonly [chat: string, multiAgent: string];
  /** How its stream is cut: events of `text/event-stream`, or lines of JSON. */
  readonly stream: 'events' | 'lines';
  request(address: ModelAddress, question: ModelQuestion): ModelRequest;
  /** What a piece of the stream says: `data` is an event's data or a line, as JSON. Total for whatever JSON holds. */
  read(data: unknown): readonly ModelEvent[];
}

/** Whether a value is an object as JSON has it. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of an object, whatever the value is. */
export function member(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined;
}

export function textMember(value: unknown, key: string): string | undefined {
  const text = member(value, key);
  return typeof text === 'string' ? text : undefined;
}

/** A member that is a list; empty where it is not. */
export function listMember(value: unknown, key: string): readonly unknown[] {
  const list = member(value, key);
  return Array.isArray(list) ? list : [];
}

/** The text of a message's content: a text, or a list of parts with texts. */
export function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  return content.map(part => (typeof part === 'string' ? part : (textMember(part, 'text') ?? ''))).join('');
}

/** The arguments of a call as JSON text: as the model wrote them, or of the object that a server made of that. */
export function argumentsText(written: unknown): string | undefined {
  if (typeof written === 'string') return written;
  return typeof written === 'object' && written !== null ? JSON.stringify(written) : undefined;
}

/** The first of several answers: that which has the place 0, or says none. */
export function firstChoice(choices: readonly unknown[]): unknown {
  return choices.find(choice => {
    const index = typeof choice === 'object' && choice !== null ? (choice as { readonly index?: unknown }).index : 0;
    return typeof index !== 'number' || index === 0;
  });
}
