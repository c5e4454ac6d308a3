/** The part of the preview's messages that is about *Robustness*. */
import { isObject, type TextSpan } from './guards.ts';

/** How a definition took one mutation of a sample. */
export interface MutationView {
  readonly operator: string;
  readonly summary: string;
  readonly outcome: 'same' | 'error' | 'changed';
  /** Whether that is the right outcome. */
  readonly passed: boolean;
  /** Of an error its class. */
  readonly error?: string;
  /** The error's message or the difference, in a line; empty for the same value. */
  readonly detail: string;
  /** Of an error: why the response does not read, by code. */
  readonly causes?: readonly string[];
}

/** Mutations in numbers. `score`: how many of a hundred a definition takes as it should; absent where none was tried. */
export interface RobustnessCounts {
  readonly score?: number;
  readonly tried: number;
  readonly passed: number;
  /** Failures: errors, and other values. */
  readonly errors: number;
  readonly changed: number;
}

/** A sample, by its number in the definition, from 0. */
interface SampleHead {
  readonly sample: number;
  readonly name: string;
  readonly span: TextSpan;
}

/** How a definition took the mutations of one sample. */
export interface MutatedSampleView extends SampleHead, RobustnessCounts {
  readonly mutations: readonly MutationView[];
  /** Operators that were not tried, and why. */
  readonly skipped: readonly { readonly summary: string; readonly reason: string }[];
}

/** A sample that was not mutated, and why. */
export interface UnmutatedSampleView extends SampleHead {
  readonly reason: string;
}

/** A value of the definition's own that the framework does not read as it writes it: why, and where it stands. */
export interface UnreadOwnView {
  readonly message: string;
  readonly span: TextSpan;
}

/** How robust a definition is with its samples. */
export interface RobustnessView extends RobustnessCounts {
  /** What it does not read without any mutation. */
  readonly own: readonly UnreadOwnView[];
  readonly mutated: readonly MutatedSampleView[];
  readonly unmutated: readonly UnmutatedSampleView[];
  /** How many samples were left out, because there are too many or they are too long. */
  readonly more: number;
}

/**
 * To the preview: the section is to be opened; the present results (`view` absent: nothing yet, or, where it is `kept`, what
 * was sent before), and whether new ones are on their way.
 */
export type RobustnessToPreview =
  | { readonly type: 'showRobustness' }
  | {
      readonly type: 'robustness';
      /** The definition's name. */
      readonly name: string;
      readonly checking: boolean;
      readonly kept?: true;
      readonly view?: RobustnessView;
    };

/** From the preview: the section was opened or closed; a mutation is to be opened or saved. */
export type PreviewToRobustness =
  | { readonly type: 'robustness'; readonly isOpen: boolean }
  | { readonly type: 'openMutation' | 'saveMutation'; readonly sample: number; readonly operator: string };

/** True for a message about robustness that a preview may send. */
export function isPreviewToRobustness(message: unknown): message is PreviewToRobustness {
  if (!isObject(message)) return false;
  if (message.type === 'robustness') return typeof message.isOpen === 'boolean';
  if (message.type !== 'openMutation' && message.type !== 'saveMutation') return false;
  return (
    Number.isSafeInteger(message.sample) && (message.sample as number) >= 0 && typeof message.operator === 'string'
  );
}

/** True for a message about robustness that the host may send to a preview. */
export function isRobustnessToPreview(message: unknown): message is RobustnessToPreview {
  if (!isObject(message)) return false;
  if (message.type === 'showRobustness') return true;
  return message.type === 'robustness' && 'name' in message && 'checking' in message;
}
