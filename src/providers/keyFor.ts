import type { Api, ModelAddress } from './modelAddress.ts';

/** The variable of the environment that holds a provider's key by custom, and the host that it is for. */
const customary: Readonly<Partial<Record<Api, { readonly variable: string; readonly host: string }>>> = {
  openai: { variable: 'OPENAI_API_KEY', host: 'api.openai.com' },
  anthropic: { variable: 'ANTHROPIC_API_KEY', host: 'api.anthropic.com' },
  gemini: { variable: 'GEMINI_API_KEY', host: 'generativelanguage.googleapis.com' },
};

/** Whether a host's name is this machine's. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/**
 * The key for an address out of the environment: that of the variable that the user named; else the provider's customary
 * one, which goes to the provider's own host and to this machine only. `undefined`: none.
 */
export function keyFor(
  { api, base }: Pick<ModelAddress, 'api' | 'base'>,
  env: Readonly<Record<string, string | undefined>>,
  variable?: string,
): string | undefined {
  if (variable !== undefined) return keyIn(env[variable]);
  const own = customary[api];
  const { hostname, protocol } = new URL(base);
  if (!own || !(isLoopback(hostname) || (hostname === own.host && protocol === 'https:'))) return undefined;
  return keyIn(env[own.variable]);
}

/** A key without the blanks and line ends around it, which headers are sent without; `undefined`: none. What is sent is then what is cleaned away. */
export function keyIn(text: string | undefined): string | undefined {
  return text?.trim() || undefined;
}

/** The headers that carry a key, as each API wants them. */
export function keyHeaders(api: Api, key: string | undefined): Readonly<Record<string, string>> {
  if (key === undefined) return {};
  if (api === 'anthropic') return { 'x-api-key': key };
  if (api === 'gemini') return { 'x-goog-api-key': key };
  return { authorization: `Bearer ${key}` };
}

/** A text without a key, for messages that a server wrote. */
export function withoutKey(text: string, key: string | undefined): string {
  return key ? text.replaceAll(key, '…') : text;
}

/** Data without a key in any of its texts: what a server echoes is not kept. */
export function withoutKeyIn<T>(data: T, key: string | undefined): T {
  if (!key) return data;
  const text = JSON.stringify(data);
  const written = JSON.stringify(key).slice(1, -1);
  return text.includes(written) ? (JSON.parse(text.replaceAll(written, '…')) as T) : data;
}

/** Passes on a text that comes in pieces without the key, which a server may echo. What may be its beginning waits for what follows. */
export class KeyFilter {
  readonly #key: string;
  readonly #emit: (text: string) => void;
  #rest = '';
  #isEmpty = true;

  constructor(key: string | undefined, emit: (text: string) => void) {
    this.#key = key ?? '';
    this.#emit = emit;
  }

  push(text: string): void {
    this.#isEmpty = false;
    const clean = withoutKey(this.#rest + text, this.#key);
    let held = Math.min(this.#key.length - 1, clean.length);
    while (held > 0 && !clean.endsWith(this.#key.slice(0, held))) held--;
    const end = clean.length - Math.max(0, held);
    this.#rest = clean.slice(end);
    if (end > 0) this.#emit(clean.slice(0, end));
  }

  /** The text is over; `whole`: what it is where it came at once. */
  end(whole: string): void {
    const rest = this.#isEmpty ? withoutKey(whole, this.#key) : this.#rest;
    if (rest !== '') this.#emit(rest);
  }
}
