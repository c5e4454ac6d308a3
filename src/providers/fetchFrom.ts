import { EngineError } from '../engine/index.ts';
import { boundedBody } from './boundedBody.ts';
import { isAllowedHost } from './isAllowedHost.ts';
import { unreached } from './unreached.ts';

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
