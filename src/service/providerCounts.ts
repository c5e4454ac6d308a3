import {
  type ApiCounting,
  EngineError,
  encodeBase64,
  formatConversation,
  type Host,
  isPyList,
  oneLine,
  type Resources,
  resolveConversation,
  toPlain,
} from '../engine/index.ts';
import type { ErrorView } from '../protocol/instructionProtocol.ts';
import {
  type FormatRequest,
  type FormatSurroundings,
  guarded,
  optionsOf,
  type ProviderCounter,
  providerCounter,
} from './formatRequest.ts';
import type { OpenedConversation } from './formattedPane.ts';

/** What a provider would count. The user sees it before anything is sent. */
export interface ProviderQuestion {
  readonly provider: ApiCounting['provider'];
  /** Where the payload and the key would be sent: the whole address. */
  readonly url: string;
  /** The messages in the payload. */
  readonly messages: number;
  /** What would be sent, in UTF-16 units. */
  readonly length: number;
  /** The local files whose contents would be sent, as the conversation names them; absent where there are none. */
  readonly files?: readonly string[];
}

/** A prepared question, or why there is none. */
export type PreparedQuestion =
  | { readonly ok: true; readonly question: ProviderQuestion }
  | { readonly ok: false; readonly error: ErrorView };

/** A provider's number, or why there is none. */
export type ProviderAnswer =
  | { readonly ok: true; readonly tokens: number }
  | { readonly ok: false; readonly error: ErrorView };

/** Counts of conversations by their provider's API. */
export interface ProviderCountsApi {
  /**
   * Makes the question for a conversation as it is now, and keeps it. Nothing is sent. `undefined`: the counter is not
   * that of a provider, or there is no conversation.
   */
  prepareProviderCount(id: string, request: FormatRequest): Promise<PreparedQuestion | undefined>;
  /** Asks the prepared question, once, of no other host than `host`, which the user allowed. The key is in no error. */
  countByProvider(id: string, host: string, key: string): Promise<ProviderAnswer>;
}

type Post = NonNullable<Host['postJson']>;

/** Asks with one `postJson` or another: what is shown to the user is made as what is sent. */
type Ask = (postJson: Post, key: string) => Promise<number>;

/** The engine's side of the API; runs in a worker, with the conversations that it keeps. */
export function providerCounts(
  find: (id: string) => OpenedConversation | undefined,
  surroundings: FormatSurroundings,
): ProviderCountsApi {
  const prepared = new WeakMap<OpenedConversation, Ask>();
  const { host, postJsonTo } = surroundings;

  return {
    async prepareProviderCount(id, request) {
      const opened = find(id);
      const conversation = opened?.conversation;
      const resolve = (own: Host) => resolveConversation(conversation!, optionsOf(request), own);
      const counter = conversation && providerCounter(resolve(host));
      if (!opened || !conversation || !counter) return undefined;
      const read = new Map<string, Uint8Array>();
      const result = await formatForProvider(conversation, counter, request, surroundings, read);
      if (!result.ok) return result;
      const payload = isPyList(result.exactPayload) ? result.exactPayload : [result.exactPayload];
      const tools = conversation.tools?.map(toPlain);
      const ask: Ask = async (postJson, key) => {
        // But for its host the counter is the same.
        const own = providerCounter(resolve({ ...host, postJson }));
        return own!.api.count(payload, tools, key);
      };
      let sent: { readonly url: string; readonly body: string } | undefined;
      try {
        await ask((url, _, body) => {
          sent = { url, body };
          return Promise.reject(new Error('Nothing is sent yet.'));
        }, '');
      } catch (error) {
        // The question is made when it would be sent; what was wrong before is told.
        if (!sent) return failure(error);
      }
      if (!sent) return undefined;
      prepared.set(opened, ask);
      const { provider } = counter.api;
      const { body } = sent;
      // A file of a message that was dropped is not in it; every formatter writes files in base64.
      const files = [...read].flatMap(([path, bytes]) => (body.includes(encodeBase64(bytes)) ? oneLine(path) : []));
      return {
        ok: true,
        question: {
          provider,
          url: sent.url,
          messages: payload.length,
          length: sent.body.length,
          ...(files.length > 0 && { files }),
        },
      };
    },
    async countByProvider(id, allowed, key) {
      const opened = find(id);
      const ask = opened && prepared.get(opened);
      if (!opened || !ask || !postJsonTo)
        return failure(new EngineError('AbortError', 'The conversation changed before it was sent. Nothing was sent.'));
      prepared.delete(opened);
      try {
        return { ok: true, tokens: await ask(postJsonTo([allowed]), key) };
      } catch (error) {
        return failure(error);
      }
    },
  };
}

/** The payload that is sent, and in `read` the local files that were read for it: truncated as ever, but not by a counter that takes the system message out of the list. */
function formatForProvider(
  conversation: NonNullable<OpenedConversation['conversation']>,
  counter: ProviderCounter,
  request: FormatRequest,
  { host, resourcesFor }: FormatSurroundings,
  read: Map<string, Uint8Array>,
) {
  const { allowedHosts, cancel } = request;
  const allowed = guarded(resourcesFor(request), allowedHosts, new Map());
  const resources: Resources = {
    ...allowed,
    async readFile(path) {
      const bytes = await allowed.readFile(path);
      if (bytes) read.set(path, bytes);
      return bytes;
    },
  };
  const isLimited = resolveConversation(conversation, optionsOf(request), host).limit !== undefined;
  const options = {
    ...optionsOf(request),
    resources,
    signal: {
      get aborted() {
        return cancel !== undefined && Atomics.load(cancel, 0) === 1;
      },
    },
    tokenCounter: {
      count: (payload: unknown, tools?: unknown) =>
        isLimited ? counter.count([...(payload as readonly unknown[])], tools, resources) : 0,
    },
    ...(!isLimited && { maxTokens: null }),
  };
  return formatConversation(conversation, options, host);
}

function failure(error: unknown): { readonly ok: false; readonly error: ErrorView } {
  if (error instanceof EngineError) return { ok: false, error: { class: error.class, message: error.message } };
  throw error;
}
