import type { AgentScopeVersion, AppliedRule } from '../core/agentscopeReleases.ts';
import type { PyDict, PyList } from '../core/pyValue.ts';
import type { TokenCounter } from '../tokens/index.ts';
import type { MessageOutcome } from './formattedMessages.ts';
import type { InstructionOutcome } from './placedInstruction.ts';

/**
 * A formatted conversation. `payload` is plain data; `exactPayload` is the same with Python's types. Both are a list of
 * messages, but one message for a formatter that makes one of all.
 */
export type FormatResult =
  | {
      readonly ok: true;
      readonly payload: unknown[] | { readonly [key: string]: unknown };
      /** Not enumerable. */
      readonly exactPayload: PyList | PyDict;
      readonly tokens?: number;
      /** Whether `tokens` is what the source system counts, and no estimate. */
      readonly exact?: boolean;
      /** Whose formula `tokens` follows: *exact* says that it is this system's number, and not that it is the provider's. */
      readonly formula?: TokenCounter['formula'];
      readonly basis?: string;
      readonly warnings: readonly string[];
      readonly perMessage: readonly MessageOutcome[];
      /** The instruction of the conversation's parser and what became of it; absent where the conversation names none. Messages keep their own places in `perMessage`. */
      readonly instruction?: InstructionOutcome;
      /** The version of AgentScope that was followed. */
      readonly agentscopeVersion: AgentScopeVersion;
      /** The differences between releases that matter to this payload, the oldest first. */
      readonly releaseRules: readonly AppliedRule[];
      /** AgentScope 2: what its estimate, which `tokens` is, leads to. */
      readonly compression?: CompressionOutlook;
    }
  | {
      readonly ok: false;
      readonly error: { readonly class: string; readonly message: string };
      /** Absent where the release itself is unknown. */
      readonly agentscopeVersion?: AgentScopeVersion;
    };

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
interface CompressionCut {
  /** Whether the reserve was too large to compress anything, so that it counted as 0. */
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
