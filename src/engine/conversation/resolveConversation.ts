import { type AgentScopeRelease, newestRelease, readRelease } from '../core/agentscopeReleases.ts';
import type { Host } from '../core/host.ts';
import { PyFloat, type PyValue, toPlain } from '../core/pyValue.ts';
import type { Conversation } from '../messages/conversation.ts';
import type { ConversationFormatting, OwnFormatter } from '../messages/conversationFormatting.ts';
import type { FormatConversationOptions } from '../messages/formatConversationOptions.ts';
import type { TruncationType } from '../messages/truncation.ts';
import { createTokenCounter, type TokenCounter, type TokenCounterSpec, tokenCounterSpec } from '../tokens/index.ts';
import type { FormatterType } from './formatters/formatter.ts';
import { formatterTypes, moduleFormatterName } from './formatters/registry.ts';
import { formattingFor } from './otherVersions.ts';
import { truncationTypes } from './truncation/registry.ts';

/** A counter of ours, or an object of the caller's that counts. */
export type ResolvedCounter =
  | { readonly isOwn: true; readonly counter: TokenCounter }
  | { readonly isOwn: false; readonly counter: Pick<TokenCounter, 'count'> & Partial<TokenCounter> };

/** What a conversation is formatted with: what its file says, unless the options say otherwise. */
export interface ResolvedConversation {
  /** The formatter's name, `custom` for the conversation's module; absent: none is named. It need not exist. */
  readonly formatter?: string;
  /** Absent: the module formats, or there is no formatter of the name. @internal */
  readonly formatterType?: FormatterType;
  /** Whether an agent compresses it rather than drop its messages: `limit` is where that begins, and there is no truncation. */
  readonly compresses: boolean;
  /** The system that formats it itself; absent: AgentScope 1’s classes do, or the conversation’s module. @internal */
  readonly formatting?: ConversationFormatting;
  /** That system’s formatter; absent: it has none of the name. @internal */
  readonly ownFormatter?: OwnFormatter;
  /** Whether the conversation's own module formats. */
  readonly byModule: boolean;
  /** The release as it is named; absent: none is. It need not exist. */
  readonly agentscopeVersion?: string;
  /** As the class is given it, whatever the file says; `null`: no limit. */
  readonly maxTokens: PyValue;
  /** The limit in tokens; absent: there is none, or none that the class takes. */
  readonly limit?: number;
  /** The truncation's name; absent: the module's own, or AgentScope's FIFO where it has none. It need not exist. */
  readonly truncation?: string;
  /** Absent: none is named, and the module formats; or there is no strategy of the name. @internal */
  readonly truncationType?: TruncationType;
  /** What `truncation` is where none is named. */
  readonly usualTruncation?: string;
  /** Makes the counter, once; `undefined`: none is named. Throws `EngineError` where it cannot be made. */
  counter(): ResolvedCounter | undefined;
}

/** Resolves what a conversation is formatted with. Never throws; what does not exist is told by what uses it. */
export function resolveConversation(
  conversation: Conversation,
  options: FormatConversationOptions = {},
  host: Host = {},
): ResolvedConversation {
  const formatter = options.formatter ?? conversation.formatter;
  const agentscopeVersion =
    options.agentscopeVersion ?? conversation.agentscopeVersion ?? options.usualAgentscopeVersion;
  const shared = {
    ...(formatter !== undefined && { formatter }),
    ...(agentscopeVersion !== undefined && { agentscopeVersion }),
    counter: onceMade(() => makeCounter(conversation, options, releaseOf(agentscopeVersion), host)),
  };
  const formatting = formattingFor(agentscopeVersion);
  if (formatting) {
    const ownFormatter = formatting.formatters.find(({ name }) => name === formatter);
    const limit =
      options.maxTokens === null ? undefined : formatting.limit(conversation, options.maxTokens, agentscopeVersion);
    return {
      ...shared,
      compresses: true,
      formatting,
      ...(ownFormatter && { ownFormatter }),
      byModule: false,
      maxTokens: null,
      ...(limit !== undefined && { limit }),
    };
  }
  const formatterType = formatterTypes.find(({ name }) => name === formatter);
  const maxTokens = options.maxTokens !== undefined ? options.maxTokens : (conversation.maxTokens ?? null);
  const limit = maxTokens instanceof PyFloat ? maxTokens.value : maxTokens;
  const byModule = formatter === moduleFormatterName;
  // A module may bring its own truncation; any other formatter comes with FIFO.
  const usualTruncation = byModule ? undefined : truncationTypes[0]?.name;
  const truncation = options.truncation ?? conversation.truncation ?? usualTruncation;
  const truncationType = truncationTypes.find(({ name }) => name === truncation);
  return {
    ...shared,
    compresses: false,
    ...(formatterType && { formatterType }),
    byModule,
    maxTokens,
    ...(typeof limit === 'number' && limit > 0 && { limit }),
    ...(truncation !== undefined && { truncation }),
    ...(truncationType && { truncationType }),
    ...(usualTruncation !== undefined && { usualTruncation }),
  };
}

function onceMade<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function makeCounter(
  { tokenCounter: written }: Conversation,
  { tokenCounter: counter, resources }: FormatConversationOptions,
  release: AgentScopeRelease,
  host: Host,
): ResolvedCounter | undefined {
  if (typeof counter === 'object' && 'count' in counter && typeof counter.count === 'function')
    return { isOwn: false, counter: counter as Pick<TokenCounter, 'count'> };
  const named = counter as string | TokenCounterSpec | undefined;
  const spec = named ?? (written && (toPlain(written) as TokenCounterSpec));
  if (spec === undefined) return undefined;
  const full = typeof spec === 'string' ? tokenCounterSpec(spec) : spec;
  // A path that stands in the conversation starts at its folder.
  const folder = named === undefined ? resources?.cwd : undefined;
  return { isOwn: true, counter: createTokenCounter({ agentscope_version: release, ...full }, host, folder) };
}

/** A release that is not known is told by whoever formats or checks. */
function releaseOf(version: string | undefined): AgentScopeRelease {
  try {
    return readRelease(version);
  } catch {
    return newestRelease;
  }
}
