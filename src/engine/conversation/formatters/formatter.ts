import { type AgentScopeRelease, isSince, type ReleaseRule, type ReleaseRules } from '../../core/agentscopeReleases.ts';
import type { PyDict } from '../../core/pyValue.ts';
import type { Media } from '../../messages/media.ts';
import type { Msg } from '../../messages/msg.ts';
import type { ProviderRules } from '../../messages/providerRules.ts';

/** What happens to a kind of block: it becomes part of the payload, or is dropped with a warning, or without a word. */
export type Support = 'converted' | 'warning' | 'silent';

/** The kinds of blocks whose support is told. */
export type BlockKind = 'tools' | 'image' | 'audio' | 'video' | 'thinking';

/** Support that came with a rule: `before` it and since (`now`). */
export interface ChangedSupport {
  readonly rule: ReleaseRule;
  readonly before: Support;
  readonly now: Support;
}

/** What a formatter is given beside the messages. */
export interface FormatContext {
  readonly media: Media;
  readonly rules: ReleaseRules;
  /** The kinds of media that are promoted out of tool results. */
  readonly promotes: ReadonlySet<PromotedKind>;
  /** A line that the system logs at level WARNING or above. */
  warn(message: string): void;
}

/**
 * How one provider's messages look: what its Chat class does to a message, and what its MultiAgent class does to a
 * system message and to a run of messages without tool blocks. Each raises `EngineError` where the class raises.
 */
export interface ProviderStyle {
  /** Whether a payload's count is not the sum of its parts' counts, so that each round of truncation counts anew. */
  readonly countedWhole?: true;
  /**
   * The Chat class's payload of one message; `index` is its place in the list that the class was given. Calls `promote`
   * with every message that the class puts into that list right behind this one: the one given last comes first.
   */
  chat(msg: Msg, index: number, context: FormatContext, promote: (msg: Msg) => void): Promise<readonly PyDict[]>;
  /** The MultiAgent class's `_format_system_message`. */
  system(msg: Msg, context: FormatContext): PyDict;
  /** The tag that opens a history, with the line feed if the provider has one. */
  readonly open: string;
  /** The MultiAgent class's `_format_agent_message`: at most one payload message. */
  conversation(run: readonly Msg[], prompt: string, context: FormatContext): Promise<readonly PyDict[]>;
}

interface FormatterFacts {
  /** The class's own name. */
  readonly name: string;
  readonly provider: string;
  readonly multiAgent: boolean;
  /** What the provider demands of a conversation; `undefined`: nothing is known of it. */
  readonly rules: ProviderRules | undefined;
  /** The release that the class came with; absent: all have it. */
  readonly since?: AgentScopeRelease;
  /** For the table in docs/formatters.md and the warnings in the editor. */
  readonly support: Readonly<Record<BlockKind, Support | ChangedSupport>>;
  /** The options that promote media out of tool results. Absent: the class has none. */
  readonly promotes?: Promotes;
  /** The rule by which a block of this type is left out without a word in a message of this role. */
  leavesOut?(type: string, role: string): ReleaseRule | undefined;
}

/** A formatter class: one line in the registry. */
export type FormatterType = FormatterFacts &
  (
    | { readonly style: ProviderStyle; readonly whole?: undefined }
    | {
        readonly style?: undefined;
        /** For a class that makes one message of all, and knows no truncation. */
        whole(msgs: readonly Msg[], context: FormatContext): Promise<PyDict>;
      }
  );

/** What happens to a kind of block in a release. */
export function supportIn({ support }: FormatterType, kind: BlockKind, release: AgentScopeRelease): Support {
  const entry = support[kind];
  if (typeof entry === 'string') return entry;
  return isSince(release, entry.rule.since) ? entry.now : entry.before;
}

/** A kind of media that can be promoted out of tool results. */
export type PromotedKind = 'image' | 'audio' | 'video';

/** The releases in which a formatter got its options. Absent: it has none. */
export type Promotes = Readonly<Partial<Record<PromotedKind, AgentScopeRelease>>>;
