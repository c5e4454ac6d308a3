import type { PyDict } from '../core/pyValue.ts';

/** What an agent that compresses its context, such as AgentScope 2’s, would do before its next call of the model, and what no one knows without the model. */
export interface CompressionOutlook {
  /** The estimate of system prompt, summary, messages and tools. */
  readonly estimatedTokens: number;
  /** `context_size × trigger_ratio`: from here on the context is compressed. */
  readonly threshold: number;
  /** How much is kept then, `context_size × reserve_ratio`. */
  readonly reserveTokens: number;
  /** Absent where nothing is compressed. */
  readonly cut?: CompressionCut;
}

/** The place of the cut. */
export interface CompressionCut {
  /** Whether the reserve was too large to compress anything, so that it was taken for 0. */
  readonly fallbackToZero: boolean;
  /** The index of the message that is cut; its first `blocks` blocks, and all messages before it, go into the summary. */
  readonly message: number;
  readonly blocks: number;
  /** Whether the newest message of the user's goes too. */
  readonly losesNewestUser: boolean;
  /** Ids of calls that go while their results stay. */
  readonly torn: readonly string[];
  /** What the model is sent for the summary, formatted like the conversation; absent where formatting it raises. */
  readonly request?: readonly PyDict[];
  /** The estimate of that request. */
  readonly requestTokens: number;
}
