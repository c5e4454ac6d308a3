import type { ProviderAnswer, ProviderQuestion } from '../../service/providerCounts.ts';
import type { ApiKeys } from './apiKeys.ts';

/** The providers' own addresses: the only ones that a workspace without trust reaches. */
const ownOrigins: Readonly<Record<ProviderQuestion['provider'], string>> = {
  Anthropic: 'https://api.anthropic.com',
  Gemini: 'https://generativelanguage.googleapis.com',
};

/** The errors after which a key that was typed is not kept. Gemini calls a wrong key a bad request. */
const refusals: readonly string[] = ['AuthenticationError', 'PermissionDeniedError', 'BadRequestError'];

/** A question with the place that it would go to. */
export interface AddressedQuestion extends ProviderQuestion {
  /** Scheme and host, such as `https://api.anthropic.com`. */
  readonly origin: string;
  /** The host with its port; with the scheme before it where that is not `https`. */
  readonly place: string;
  /** The address is the provider's own, and not one that the conversation names. */
  readonly isOwn: boolean;
}

/** What asking a provider needs from the user and from elsewhere. */
export interface AskingSurroundings {
  readonly keys: Pick<ApiKeys, 'get' | 'store'>;
  isTrusted(): boolean;
  /** True once the user agreed to sending this. */
  confirm(question: AddressedQuestion): Promise<boolean>;
  /** The key that the user typed. */
  askKey(question: AddressedQuestion): Promise<string | undefined>;
  /** Sends the question to that host alone. */
  send(host: string, key: string): Promise<ProviderAnswer>;
}

/** What came of a question. `cancelled`: the user did not want it; nothing was sent. */
export type ProviderOutcome =
  | { readonly kind: 'counted'; readonly tokens: number; readonly place: string }
  | { readonly kind: 'failed'; readonly message: string; readonly origin: string; readonly isKeyRefused: boolean }
  | { readonly kind: 'untrusted'; readonly place: string }
  | { readonly kind: 'cancelled' };

/**
 * Asks a provider after the user agreed, with the key of that very origin, which the user enters once. In a workspace that is not
 * trusted nothing goes anywhere but to the provider itself, whatever address the conversation names.
 */
export async function askProvider(
  question: ProviderQuestion,
  surroundings: AskingSurroundings,
): Promise<ProviderOutcome> {
  const { protocol, host, origin } = new URL(question.url);
  const place = protocol === 'https:' ? host : origin;
  const isOwn = origin === ownOrigins[question.provider];
  const addressed = { ...question, origin, place, isOwn };
  const { keys, isTrusted, confirm, askKey, send } = surroundings;
  if (!isOwn && !isTrusted()) return { kind: 'untrusted', place };
  if (!(await confirm(addressed))) return { kind: 'cancelled' };
  const stored = await keys.get(origin);
  const key = stored ?? (await askKey(addressed))?.trim();
  if (key === undefined || key === '') return { kind: 'cancelled' };
  const answer = await send(host, key);
  const isKeyRefused = !answer.ok && refusals.includes(answer.error.class);
  if (stored === undefined && !isKeyRefused) await keys.store(origin, key);
  return answer.ok
    ? { kind: 'counted', tokens: answer.tokens, place }
    : { kind: 'failed', message: answer.error.message, origin, isKeyRefused: isKeyRefused && stored !== undefined };
}
