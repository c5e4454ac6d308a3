import type { Resources, SourceText } from '../core/resources.ts';
import type { TokenCounter, TokenCounterSpec } from '../tokens/index.ts';

/** What a conversation is formatted with beside what its file says; what is named here wins. */
export interface FormatConversationOptions {
  readonly signal?: { readonly aborted: boolean };
  /** Takes the place of the conversation's own: any object that counts, or a counter's spec. */
  readonly tokenCounter?: Pick<TokenCounter, 'count'> | string | TokenCounterSpec;
  readonly resources?: Resources;
  /** The text of the definition file that the conversation's `parser` names, such as an editor's. Absent: `resources` read it. */
  readonly definitionText?: string;
  /** Where that text was read of a source: what of each parser only a run can know. */
  readonly definitionUnknown?: SourceText['unknown'];
  readonly formatter?: string;
  /** One of `truncations`. */
  readonly truncation?: string;
  /** `null`: no limit. */
  readonly maxTokens?: number | null;
  /** The release of AgentScope whose formatters are followed, such as `1.0.21`. */
  readonly agentscopeVersion?: string;
  /** The release for a conversation that names none. Absent: the newest. */
  readonly usualAgentscopeVersion?: string;
}
