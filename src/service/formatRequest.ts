import {
  EngineError,
  type Host,
  type ResolvedConversation,
  type Resources,
  type SourceText,
  type TokenCounter,
} from '../engine/index.ts';
import type { ConversationChoice } from '../protocol/conversationProtocol.ts';
import { clip } from '../views/valuePreview.ts';

/** How a conversation is to be formatted. */
export interface FormatRequest extends ConversationChoice {
  /** Where relative paths start, as a path and as the host's address of that folder. */
  readonly cwd: string;
  readonly folder: string;
  /** The release of AgentScope of a conversation that names none. Absent: the newest. */
  readonly usualRelease?: string;
  /** The text of the definition file that the conversation's `parser` names, unsaved changes included. Absent: it is read from disk. */
  readonly definitionText?: string;
  /** Where that was read of sources, what of each parser only a run can know. */
  readonly definitionUnknown?: SourceText['unknown'];
  /** Hosts that may be fetched from. */
  readonly allowedHosts: readonly string[];
  /** With another number than before, what could not be fetched is fetched again. */
  readonly attempt?: number;
  /** Shared with the caller, who makes the first number 1 to end the work. */
  readonly cancel?: Int32Array;
}

/** What formatting needs beside the conversation. `resourcesFor` opens files and the network as far as a request allows. */
export interface FormatSurroundings {
  readonly host: Host;
  resourcesFor(request: FormatRequest): Resources;
  /** `Host.postJson` that reaches these hosts alone. Absent: no provider is reached. */
  postJsonTo?(hosts: readonly string[]): NonNullable<Host['postJson']>;
}

/** What a request names in place of what the conversation says. */
export function optionsOf({ formatter, counter, truncation, maxTokens, agentscopeVersion, ...request }: FormatRequest) {
  const { usualRelease, definitionText, definitionUnknown } = request;
  return {
    ...(agentscopeVersion !== undefined && { agentscopeVersion }),
    ...(usualRelease !== undefined && { usualAgentscopeVersion: usualRelease }),
    ...(formatter !== undefined && { formatter }),
    ...(counter !== undefined && { tokenCounter: counter }),
    ...(truncation !== undefined && { truncation }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(definitionText !== undefined && { definitionText }),
    ...(definitionUnknown && { definitionUnknown }),
  };
}

/** Resources whose network goes no further than the allowed hosts, and that remember the host of each address that was wanted beyond. */
export function guarded(resources: Resources, allowed: readonly string[], blocked: Map<string, string>): Resources {
  return {
    ...resources,
    async fetch(url) {
      const host = /^https?:\/\/(?:[^/?#@]*@)?([^/?#\\]+)/i.exec(url)?.[1]?.toLowerCase();
      if (host === undefined)
        throw new EngineError('NetworkNotAllowed', `${clip(url, 80)} is not an address that can be fetched.`);
      if (resources.fetch && allowed.includes(host)) return resources.fetch(url);
      blocked.set(url, host);
      throw new EngineError('NetworkNotAllowed', `${clip(url, 80)} would have to be fetched from ${host}.`);
    },
  };
}

/** A counter that is a call of a provider's API in the source system. */
export type ProviderCounter = TokenCounter & { readonly api: NonNullable<TokenCounter['api']> };

/** The counter of a conversation, if a provider's API counts for it; else `undefined`. */
export function providerCounter(conversation: ResolvedConversation): ProviderCounter | undefined {
  try {
    const made = conversation.counter();
    return made?.isOwn && hasApi(made.counter) ? made.counter : undefined;
  } catch (error) {
    // Formatting tells what is wrong with the counter.
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

function hasApi(counter: TokenCounter): counter is ProviderCounter {
  return counter.api !== undefined;
}
