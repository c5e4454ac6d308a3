import type { AgentScopeVersion, AppliedRule } from '../core/agentscopeReleases.ts';
import type { PyDict, PyList } from '../core/pyValue.ts';
import type { TokenCounter } from '../tokens/index.ts';
import type { CompressionOutlook } from './compressionOutlook.ts';
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
