/** What the page of a model's templates and the extension say to each other. Everything is plain data. */

import { isLength, isObject, type TextSpan } from './guards.ts';
import type { ChangeView, ErrorView, TokenCountView } from './instructionProtocol.ts';

/** The two sides of a model's templates that the page shows. */
export type ModelTab = 'prompt' | 'roundTrip';

/** What the user chose to look at. It changes the page, never a file. */
export interface ModelChoice {
  readonly tab: ModelTab;
  /** A chat template's name; absent: the one that a model has, or its first. */
  readonly template?: string;
  /** A built-in conversation's name, or the address of a file; absent: the richest one. */
  readonly conversation?: string;
  readonly tools: boolean;
  readonly generationPrompt: boolean;
  /** Arguments of the chat template, as a JSON object. */
  readonly args: Readonly<Record<string, unknown>>;
}

/** A piece of the prompt. `origin`: where in the template's file it came from. */
export interface ChatPieceView {
  readonly text: string;
  readonly origin: TextSpan;
  /** The line of the template, one-based. */
  readonly line: number;
  /** It is what the model is to write. */
  readonly generation?: true;
}

/** What rendering raised, and where in the template's file. */
export interface PlacedErrorView extends ErrorView {
  readonly origin?: TextSpan;
  /** One-based, in that file. */
  readonly line?: number;
}

/** The prompt for a conversation. */
export interface PromptView {
  /** The names of the model's chat templates, and the chosen one, with the path of its file in the folder. */
  readonly templates: readonly string[];
  readonly template: string;
  readonly file: string;
  /** The arguments that it asks for, with values that it knows, as JSON. */
  readonly args: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** The first part of a long prompt; `length`: of all of it, in UTF-16 units. */
  readonly pieces: readonly ChatPieceView[];
  readonly length: number;
  readonly hasGenerations: boolean;
  /** How it differs from the prompt before the last choice; absent: it is the same, or nothing was chosen yet. */
  readonly changes?: readonly ChangeView[];
  readonly error?: PlacedErrorView;
}

/** A value that does not come back; absent: it is not there. */
export interface TripDifference {
  readonly key: string;
  readonly original?: string;
  readonly parsed?: string;
}

/** What became of a message that was rendered and read again. */
export interface TripView {
  readonly name: string;
  readonly outcome: 'same' | 'different' | 'error';
  /** The message, as JSON. */
  readonly message: string;
  /** What the model would have written, behind what the prompt had begun; absent: rendering failed. */
  readonly prefill?: string;
  readonly generated?: string;
  readonly differences: readonly TripDifference[];
  readonly error?: string;
  /** What the prompt ends with where the conversation has something else. */
  readonly promptTail?: string;
  /** What the parsed message is rendered as, where that is not what the model wrote; or why it cannot be. */
  readonly rerendered?: { readonly expected: string; readonly text: string } | { readonly error: string };
}

/** One of TRL's checks of a chat template. `error`: what asking raised. */
export interface CheckView {
  readonly name: 'generation' | 'tools' | 'prefix';
  readonly ok: boolean;
  readonly error?: string;
}

/** The round trips of a conversation's answers, or why there are none. */
export interface RoundTripView {
  readonly trips: readonly TripView[];
  readonly checks: readonly CheckView[];
  readonly error?: string;
}

/** A conversation that can be chosen. */
export interface ConversationChoiceView {
  readonly value: string;
  readonly label: string;
  readonly isFile: boolean;
}

/** What the page shows: of the two sides the one that was chosen. While a file is `broken`, what was there last. */
export interface ModelState {
  readonly folder: string;
  readonly folderName: string;
  readonly choice: ModelChoice;
  readonly conversations: readonly ConversationChoiceView[];
  readonly prompt?: PromptView;
  readonly roundTrip?: RoundTripView;
  readonly broken?: string;
}

/** What the page keeps for its return after a reload. */
export interface ModelMemory {
  readonly folder: string;
  readonly choice: ModelChoice;
}

/** From the extension. Counts are of the prompt of the same `revision`. */
export type HostToModel =
  | { readonly type: 'state'; readonly revision: number; readonly state: ModelState }
  | { readonly type: 'tokens'; readonly revision: number; readonly counts: readonly TokenCountView[] };

/** From the page. */
export type ModelToHost =
  | { readonly type: 'ready' }
  | { readonly type: 'choose'; readonly choice: ModelChoice }
  /** How wide the page is, in pixels, and a letter of running text in its font, in parts of the font's size. */
  | { readonly type: 'room'; readonly width: number; readonly letter: number }
  /** Opens the template's file at a place. */
  | { readonly type: 'reveal'; readonly span: TextSpan };

/** True for a message that the page may send. */
export function isModelToHost(message: unknown): message is ModelToHost {
  if (!isObject(message)) return false;
  if (message.type === 'ready') return true;
  if (message.type === 'choose') return isModelChoice(message.choice);
  if (message.type === 'room') return isLength(message.width) && isLength(message.letter);
  return (
    message.type === 'reveal' && isObject(message.span) && isCount(message.span.start) && isCount(message.span.end)
  );
}

/** True for a message that the extension may send. */
export function isHostToModel(message: unknown): message is HostToModel {
  if (!isObject(message)) return false;
  if (message.type === 'tokens') return Array.isArray(message.counts) && isCount(message.revision);
  return message.type === 'state' && isObject(message.state) && isCount(message.revision);
}

/** True for what a page kept. */
export function isModelMemory(memory: unknown): memory is ModelMemory {
  return isObject(memory) && typeof memory.folder === 'string' && isModelChoice(memory.choice);
}

function isModelChoice(choice: unknown): choice is ModelChoice {
  return (
    isObject(choice) &&
    (choice.tab === 'prompt' || choice.tab === 'roundTrip') &&
    (choice.template === undefined || typeof choice.template === 'string') &&
    (choice.conversation === undefined || typeof choice.conversation === 'string') &&
    typeof choice.tools === 'boolean' &&
    typeof choice.generationPrompt === 'boolean' &&
    isObject(choice.args)
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
