import type { PyValue } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';

/** Something with a place in the file. */
export interface Placed {
  readonly span: Span;
}

/** A message of the payload, as far as the order of roles goes. Gemini's and Anthropic's results, which the user gives, count as `tool`. */
export interface Turn extends Placed {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** The ids of the tools that an assistant calls. */
  readonly calls: readonly PyValue[];
  /** The id of the call that a tool answers. */
  readonly result?: PyValue;
  /** Whether the formatter made it of media in the result before it, which it presents to the model as the user's. */
  readonly presented?: true;
}
