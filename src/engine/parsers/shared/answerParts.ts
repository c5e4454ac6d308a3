import type { PyValue } from '../../core/pyValue.ts';

/** What is known of one part of the answer, beside its key. */
export interface AnswerPart {
  /** The key of the part in the value; of a value that is not a dictionary, the key of its only field. */
  readonly key: string;
  /** What the instruction shows in the part's place. */
  readonly hint?: PyValue;
  /** Whether the part is read as JSON, so that its type can be wrong. */
  readonly isJson: boolean;
  /** Whether an answer is not whole without something in it. */
  readonly required: boolean;
  /** Whether a schema says what it may be: what that accepts is meant. */
  readonly isTyped?: true;
  /** Whether it is a command for a shell. */
  readonly isShell?: true;
  /** Whether a shell runs it, whatever it stands in. */
  readonly isCommand?: true;
}

/** What is known of the parts of an answer. */
export interface AnswerParts {
  readonly parts: readonly AnswerPart[];
  /** Whether every part is tried as JSON, and silently kept as text where it is not. */
  readonly triesJson?: boolean;
  /** Of the tools' commands that take the lines behind them: the line that ends them, by their name. Absent: none is known. */
  readonly blockEnds?: ReadonlyMap<string, string>;
}
