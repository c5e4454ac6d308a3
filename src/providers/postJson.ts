import type { Host } from '../engine/index.ts';
import { boundedBody } from './boundedBody.ts';
import { isAllowedHost } from './isAllowedHost.ts';
import { unreached } from './unreached.ts';

/** The longest answer, in bytes: those that are asked for are counts of tokens. */
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
