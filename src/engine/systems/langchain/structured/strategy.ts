import type { SentBack } from '../../../core/errors.ts';
import type { PyValue } from '../../../core/pyValue.ts';
import type { LangchainError } from '../langchainError.ts';

/** A call of a model, as LangChain's messages have it. */
export interface StrategyCall {
  readonly name: string;
  readonly args: PyValue;
  readonly id?: string;
}

/** What a model answered. */
export interface StrategyMessage {
  readonly content: PyValue;
  readonly calls: readonly StrategyCall[];
}

/** What becomes of a message. */
export interface StrategyOutcome {
  /** Absent: there is none. */
  readonly response?: PyValue;
  /** The messages that follow the model's, without what other tools answer. */
  readonly sentBack: readonly SentBack[];
  /** Whether the model is asked once more. */
  readonly askedAgain: boolean;
  /** What is wrong, where that is told to the model and ends nothing. */
  readonly error?: LangchainError;
}

/** What is told of errors: nothing is caught, the text that is given, or the error's message; of some classes alone. */
export type ErrorHandling = boolean | string | { readonly classes: readonly string[] };

/** How an agent has its model answer: by a call of a tool, or in the provider's own way. */
export type StrategyKind = 'tool' | 'provider';
