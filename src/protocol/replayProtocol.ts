/** What the page of *Replay as Stream* and the extension say to each other. Everything is plain data. */
import { isObject, type TextSpan } from './guards.ts';

/** A field of the stream. Moments are lengths of the response, in UTF-16 units. */
export interface StreamFieldView {
  readonly key: string;
  readonly span: TextSpan;
  /** Where its content begins, behind tags or quotes. */
  readonly innerStart: number;
  readonly closedAt: number;
  /** Absent: it is not final before the response is complete. */
  readonly finalAt?: number;
  /** From here on it is closed no longer, because its key came again. */
  readonly reopenedAt?: number;
  /** Its value in a line. */
  readonly value: string;
}

/** A key was open from the moment `from`, up to `to`. */
export interface StreamOpeningView {
  readonly key: string;
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

/** What becomes of a text: it reads, or why it does not. */
export interface OutcomeView {
  readonly ok: boolean;
  /** The framework's class and message; empty where it reads. */
  readonly message: string;
  /** Absent: the framework gives nothing before the end. */
  readonly streamed?: StreamedView;
}

/** What the framework's own streaming gives of a response so far, guesses included. */
export interface StreamedView {
  /** The values in a line, by their keys; one with an empty key where the value has no keys. Empty: nothing yet. */
  readonly values: readonly { readonly key: string; readonly value: string }[];
  /** What it raises in place of a value. */
  readonly error?: string;
}

/** A response as a stream. */
export interface ReplayView {
  readonly name: string;
  readonly type: string;
  readonly fileName: string;
  /** The response; unescaped where it was selected in a JSON string. */
  readonly text: string;
  /** The framework that has a streaming of its own. Absent: it gives nothing before the end. */
  readonly streams?: string;
  /** Why nothing closes before the end. */
  readonly endOnly?: string;
  /** The fields, in the order in which they closed; `more`: how many were left out. */
  readonly fields: readonly StreamFieldView[];
  readonly more: number;
  readonly openings: readonly StreamOpeningView[];
  /** What becomes of the whole response. */
  readonly end: OutcomeView;
}

/** Where the response is: what a page keeps for its return after a reload. */
export interface ReplaySource {
  readonly uri: string;
  readonly span: TextSpan;
  /** The response is the whole document, whatever is typed. */
  readonly whole: boolean;
  readonly definition: { readonly uri: string; readonly name: string };
}

/** What the page keeps: the source, and the present moment. */
export interface ReplayMemory extends ReplaySource {
  readonly at: number;
}

/** From the extension. `broken`: why there is nothing to show. */
export type HostToReplay =
  | {
      readonly type: 'state';
      readonly revision: number;
      readonly source: ReplaySource;
      readonly view?: ReplayView;
      readonly broken?: string;
      /** Another response than before: begin at its start. */
      readonly isNew: boolean;
    }
  | { readonly type: 'outcome'; readonly revision: number; readonly at: number; readonly outcome: OutcomeView };

/** From the page. */
export type ReplayToHost =
  | { readonly type: 'ready' }
  /** What would become of the response if it ended here? */
  | { readonly type: 'outcome'; readonly revision: number; readonly at: number };

/** True for a message that the page may send. */
export function isReplayToHost(message: unknown): message is ReplayToHost {
  if (!isObject(message)) return false;
  if (message.type === 'ready') return true;
  return message.type === 'outcome' && isCount(message.at) && isCount(message.revision);
}

/** True for a message that the extension may send. */
export function isHostToReplay(message: unknown): message is HostToReplay {
  if (!isObject(message)) return false;
  if (message.type === 'outcome') return 'outcome' in message && 'at' in message;
  return message.type === 'state' && 'revision' in message && 'source' in message;
}

/** True for what a page kept. */
export function isReplayMemory(memory: unknown): memory is ReplayMemory {
  if (typeof memory !== 'object' || memory === null) return false;
  const { uri, span, whole, definition, at } = memory as Record<string, unknown>;
  return (
    typeof uri === 'string' &&
    isSpan(span) &&
    typeof whole === 'boolean' &&
    typeof definition === 'object' &&
    definition !== null &&
    typeof (definition as Record<string, unknown>).uri === 'string' &&
    typeof (definition as Record<string, unknown>).name === 'string' &&
    isCount(at)
  );
}

function isSpan(span: unknown): span is TextSpan {
  if (typeof span !== 'object' || span === null) return false;
  const { start, end } = span as Record<string, unknown>;
  return isCount(start) && isCount(end) && start <= end;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
