import { EngineError, type Host } from '../engine/index.ts';
import { isAllowedHost } from './isAllowedHost.ts';

/** The largest medium, in bytes. */
const maxMedium = 100 * 1024 * 1024;

/** The bytes at an address of a host that the user named. Rejects for any other, when it cannot be reached, and with `HTTPError` for a status of error. */
export async function fetchFrom(url: string, allowedHosts: readonly string[]): Promise<Uint8Array> {
  const { host } = new URL(url);
  // The frameworks try anything else again.
  if (!isAllowedHost(url, allowedHosts))
    throw new EngineError('NetworkNotAllowed', `${host} is not among the hosts that may be fetched from.`);
  // A redirect could lead to a host that nobody allowed.
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(30_000) }).catch(
    (error: unknown) => {
      throw new Error(`${host} cannot be reached: ${unreached(error).message}`);
    },
  );
  if (response.ok)
    return boundedBody(response, maxMedium).catch((error: unknown) => {
      throw new Error(`${host}: ${unreached(error).message}`);
    });
  throw Object.assign(new Error(`${response.status} Error for url: ${url}`), { name: 'HTTPError' });
}

/** The bytes of a body, up to so many. Rejects with an `Error` in words where there are more, which are not waited for. */
async function boundedBody(response: Response, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  if (response.body)
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > most) throw new Error(`its answer is longer than ${most / 2 ** 20} MB`);
      parts.push(chunk);
    }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** What browsers say, each in its own words, where a page may not ask a host, and where nothing answers: they do not tell the two apart. */
const browsersWords = /^(?:Failed to fetch|NetworkError when attempting to fetch resource\.?|Load failed)$/;

/** Why a host was not reached: Node's library says "fetch failed" and keeps the reason apart, a browser keeps it to itself. */
export function unreached(error: unknown): Error {
  const { cause } = error as { readonly cause?: unknown };
  if (cause instanceof Error) return cause;
  if (!(error instanceof Error)) return new Error(String(error));
  if (!browsersWords.test(error.message)) return error;
  return new Error(
    'in a browser, only hosts that allow cross-origin requests (CORS) can be asked, and this one does not, or nothing answers there. Open the folder in VS Code’s desktop to ask it',
  );
}

/** The longest answer, in bytes: all that come are counts of tokens. */
const maxBody = 16 * 1024 * 1024;

/** `Host.postJson` for hosts that the user named, such as `api.anthropic.com`; to any other nothing is sent. */
export function postJsonTo(allowedHosts: readonly string[]): NonNullable<Host['postJson']> {
  return async (url, headers, body) => {
    const { host } = new URL(url);
    if (!isAllowedHost(url, allowedHosts)) throw new Error(`${host} is not among the hosts that may be asked`);
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      // A redirect could take the key to a host that nobody allowed.
      redirect: 'error',
      signal: AbortSignal.timeout(30_000),
    }).catch(error => {
      throw unreached(error);
    });
    return { status: response.status, body: new TextDecoder().decode(await boundedBody(response, maxBody)) };
  };
}
