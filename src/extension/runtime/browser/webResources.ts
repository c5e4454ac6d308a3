import type { Resources } from '../../../engine/index.ts';
import { fetchFrom } from '../../../providers/fetchFrom.ts';

/** The network for a conversation in `cwd`, as far as the user allowed hosts and they allow pages; there are no temporary files, but names for them. */
export function webResources(cwd: string, allowedHosts: readonly string[]): Omit<Resources, 'readFile'> {
  return {
    cwd,
    // What a tool's output was saved as is only named in the payload, and read back from memory.
    writeTemp: async (bytes, suffix) => `/tmp/parserlens/tmp${await sha256(bytes)}${suffix.replace(/[^\w.+-]/g, '_')}`,
    ...(allowedHosts.length > 0 && { fetch: (url: string) => fetchFrom(url, allowedHosts) }),
  };
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return Array.from(hash.subarray(0, 16), byte => byte.toString(16).padStart(2, '0')).join('');
}
