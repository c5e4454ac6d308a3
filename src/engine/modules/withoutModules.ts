import type { Host } from '../core/host.ts';

/**
 * A host that runs no modules of the user's, whatever asks for one. `untrusted`: they could run and may not, which is
 * another error (`ModuleNotTrusted`) than that they cannot (`ModuleUnavailable`).
 */
export function withoutModules(given: Host, why: 'untrusted' | 'unavailable'): Host {
  const { runModule, runModules: _, ...rest } = given;
  return runModule && why === 'untrusted' ? { ...rest, runModule: async () => undefined } : rest;
}
