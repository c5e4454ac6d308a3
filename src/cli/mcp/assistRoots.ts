import { realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isInside } from '../../node/namedFile.ts';

/**
 * The folders that a client may reach: its own roots, as far as they lie in the server's folder; that folder where it has
 * none. None at all where all of its roots lie elsewhere.
 */
export async function narrowedRoots(bound: string, uris: readonly string[] | undefined): Promise<readonly string[]> {
  // The protocol's inspector, among others, can have roots and has none.
  if (uris === undefined || uris.length === 0) return [bound];
  const realBound = await realpath(bound).catch(() => bound);
  const roots: string[] = [];
  for (const uri of uris) {
    const path = pathOf(uri);
    const real = path && (await realpath(path).catch(() => undefined));
    if (!real) continue;
    // A root around the server's folder narrows nothing.
    if (isInside(real, realBound)) roots.push(real);
    else if (isInside(realBound, real)) roots.push(realBound);
  }
  return [...new Set(roots)];
}

function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
